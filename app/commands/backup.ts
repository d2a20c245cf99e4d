import { backupFolder, backUp, thinOut } from '#db/backup';
import { databasePath } from '#db/client';
import { env } from '~/env.server';

/** npm run backup; the server's schedule runs it too. */
const database = databasePath(env.DATABASE_URL);
const folder = env.BACKUP_DIR ?? backupFolder(database);
try {
  const file = backUp(database, folder);
  thinOut(database, folder, env.BACKUP_KEEP);
  console.log(`Backup: ${file}`);
} catch (error) {
  console.error(`No backup was made: ${(error as Error).message}`);
  process.exitCode = 1;
}
