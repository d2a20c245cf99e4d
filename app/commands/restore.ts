import { resolve } from 'node:path';
import { getDatabasePath } from '#db/client';
import { DamagedFileError } from '#db/errors';
import {
  checkBackup,
  formatAttachmentNames,
  MissingContentsError,
  restoreBackup,
} from '#db/restore';
import { describeError, runCommand, UsageError } from './command-line';

const HELP = `Usage: npm run restore FILE
       npm run restore -- FILE [OPTIONS]

Replaces the database and its files by those of a backup (.db) or an archive (.tar), and keeps the
previous database. Stop the server first. For a .db the contents of files are looked for in the
folders NAME-files and pipeline-files beside it.

  --check           makes all checks and changes nothing: exit code 0 if FILE can be restored
  --without-files   restores although contents of files are missing
  --help            prints this text
  --version         prints the version`;

interface RestoreRequest {
  file: string;
  database: string;
  withoutFiles: boolean;
}

await runCommand({
  name: 'restore',
  help: HELP,
  options: { check: { type: 'boolean' }, 'without-files': { type: 'boolean' } },
  maxArguments: 1,
  async run({ arguments: [name], options, env }) {
    if (!name) throw new UsageError('A file is missing');
    const request: RestoreRequest = {
      file: resolve(name),
      database: getDatabasePath(env.DATABASE_URL),
      withoutFiles: options['without-files'] ?? false,
    };
    try {
      return await (options.check ? checkFile(request) : restoreFile(request));
    } catch (error) {
      const prefix = options.check ? 'Cannot be restored' : 'Not restored';
      const advice =
        error instanceof DamagedFileError
          ? '. Take an earlier backup, or copy this file again.'
          : '';
      console.error(`${prefix}: ${describeError(error)}${advice}`);
      if (error instanceof MissingContentsError)
        console.error(
          'Put the folder with the files of the backups beside it, or add --without-files.',
        );
      return 1;
    }
  },
});

async function checkFile({ file, database, withoutFiles }: RestoreRequest): Promise<void> {
  const missing = await checkBackup(file, database);
  if (missing.length && !withoutFiles) throw new MissingContentsError(missing);
  console.log(`${file} can be restored. Nothing was changed.`);
  reportMissing(missing);
}

async function restoreFile({ file, database, withoutFiles }: RestoreRequest): Promise<void> {
  const { previous, missing } = await restoreBackup(file, database, { withoutFiles });
  reportMissing(missing);
  if (previous) console.log(`The previous database is ${previous}`);
  console.log(`${database} was restored from ${file}. Everyone has to sign in again.`);
}

function reportMissing(names: string[]): void {
  if (names.length)
    console.log(
      `The contents of these files are missing or damaged: ${formatAttachmentNames(names)}`,
    );
}
