import { databasePath } from '#db/client';
import { restoreBackup } from '#db/restore';
import { env } from '~/env.server';

const [file] = process.argv.slice(3);
try {
  if (!file) throw new Error('say which file: npm run restore FILE');
  const old = restoreBackup(file, databasePath(env.DATABASE_URL));
  console.log(`${file} is the database now. Everybody has to sign in again.`);
  if (old) console.log(`The former one is ${old}`);
} catch (error) {
  console.error(`Not restored: ${(error as Error).message}`);
  process.exitCode = 1;
}
