import { backupFolder, backUp, listBackups, thinOut } from '#db/backup';
import { backUpBlobs, thinOutBlobs } from '#db/blobs';
import { databasePath } from '#db/client';
import { describeError, runCommand } from './command-line';

const HELP = `Usage: npm run backup

Backs up the database and its files into BACKUP_DIR, or into the folder backups beside the database.
The server's schedule runs it too.

  --help      prints this text
  --version   prints the version`;

await runCommand({
  name: 'backup',
  help: HELP,
  run({ env }) {
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
      if (!missing.length) return 0;
      console.error(`The backup does not contain these files: ${missing.join(', ')}`);
    } catch (error) {
      console.error(`No backup was made: ${describeError(error)}`);
    }
    return 1;
  },
});
