import { databasePath } from '#db/client';
import { restoreBlobs } from '#db/blobs';
import { restoreBackup } from '#db/restore';
import { describeError, runCommand, UsageError } from './command-line';

const HELP = `Usage: npm run restore FILE

Replaces the database by a backup. Stop the server first.

  --help      prints this text
  --version   prints the version`;

await runCommand({
  name: 'restore',
  help: HELP,
  maxArguments: 1,
  run({ arguments: [file], env }) {
    if (!file) throw new UsageError('A file is missing');
    const database = databasePath(env.DATABASE_URL);
    try {
      const old = restoreBackup(file, database);
      const missing = restoreBlobs(file, database);
      console.log(`The database was restored from ${file}. Everyone has to sign in again.`);
      if (missing.length)
        console.log(`The contents of these files are missing: ${missing.join(', ')}`);
      if (old) console.log(`The previous database is ${old}`);
      return 0;
    } catch (error) {
      console.error(`Not restored: ${describeError(error)}`);
      return 1;
    }
  },
});
