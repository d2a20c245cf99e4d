import { databasePath } from '#db/client';
import { restoreBlobs } from '#db/blobs';
import { restoreBackup } from '#db/restore';
import { env } from '~/env.server';

const [file] = process.argv.slice(3);
try {
  if (!file) throw new Error('say which file: npm run restore FILE');
  const database = databasePath(env.DATABASE_URL);
  const old = restoreBackup(file, database);
  const missing = restoreBlobs(file, database);
  console.log(`${file} is the database now. Everybody has to sign in again.`);
  if (missing.length) console.log(`The bytes of these files are missing: ${missing.join(', ')}`);
  if (old) console.log(`The former one is ${old}`);
} catch (error) {
  console.error(`Not restored: ${(error as Error).message}`);
  process.exitCode = 1;
}
