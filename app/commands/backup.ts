import { backupFolder, backUp, listBackups, thinOut } from '#db/backup';
import { backUpBlobs, thinOutBlobs } from '#db/blobs';
import { databasePath } from '#db/client';
import { env } from '~/env.server';

/** npm run backup; the server's schedule runs it too. */
const database = databasePath(env.DATABASE_URL);
const folder = env.BACKUP_DIR ?? backupFolder(database);
try {
  const file = backUp(database, folder);
  const missing = backUpBlobs(database, file);
  thinOut(database, folder, env.BACKUP_KEEP);
  thinOutBlobs(
    database,
    listBackups(database, folder).map(({ path }) => path),
  );
  console.log(`Backup: ${file}`);
  if (missing.length) {
    console.error(`The backup does not contain these files: ${missing.join(', ')}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`No backup was made: ${(error as Error).message}`);
  process.exitCode = 1;
}
