import { databasePath } from '#db/client';
import { restoreBlobs } from '#db/blobs';
import { restoreBackup } from '#db/restore';
import { env } from '~/env.server';

const [file] = process.argv.slice(3);
try {
  if (!file) throw new Error('no file given. Usage: npm run restore FILE');
  const database = databasePath(env.DATABASE_URL);
  const old = restoreBackup(file, database);
  const missing = restoreBlobs(file, database);
  console.log(`The database was restored from ${file}. Everyone has to sign in again.`);
  if (missing.length) console.log(`The contents of these files are missing: ${missing.join(', ')}`);
  if (old) console.log(`The previous database is ${old}`);
} catch (error) {
  console.error(`Not restored: ${(error as Error).message}`);
  process.exitCode = 1;
}
