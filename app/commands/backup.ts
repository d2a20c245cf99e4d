import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSecretFile, writeArchive } from '#db/archive';
import { backUp, deleteOldBackups, listBackups } from '#db/backup';
import { getDatabasePath } from '#db/client';
import {
  backUpContents,
  countNewContentBytes,
  deleteUnusedContentsBackups,
  getContentsBackupFolder,
  getContentsFolderOfBackups,
  isVerificationDue,
  readBackups,
  recordVerification,
} from '#db/contents-backup';
import { assertSpaceForFiles, getFileSize } from '#db/disk';
import { formatAttachmentNames } from '#db/restore';
import { getConfiguredBackupFolder } from '~/setting-defaults.server';
import type { Settings } from '~/settings.server';
import { describeError, runCommand, UsageError } from './command-line';

const HELP = `Usage: npm run backup [-- OPTIONS]

Backs up the database and its files into BACKUP_DIR, or into the folder backups beside the database,
and checks the backup. The server may run. The server's schedule runs it too.

  --verify             checks all earlier backups and all stored files, as happens once a week
  --archive FILE.tar   writes one file with the database, all files and the session secret instead,
                       to move to another machine; FILE.tar must not exist
  --help               prints this text
  --version            prints the version`;

await runCommand({
  name: 'backup',
  help: HELP,
  options: { verify: { type: 'boolean' }, archive: { type: 'string' } },
  async run({ options: { verify = false, archive }, env }) {
    if (archive === '') throw new UsageError('--archive needs a file name');
    if (archive && verify)
      throw new UsageError('--archive always checks all files; leave out --verify');
    const database = getDatabasePath(env.DATABASE_URL);
    const folder = getConfiguredBackupFolder(env);
    try {
      return archive
        ? await createArchive(database, resolve(archive), { folder, secrets: env.SESSION_SECRET })
        : createBackup(database, { folder, verify, keep: env.BACKUP_KEEP });
    } catch (error) {
      console.error(`No ${archive ? 'archive' : 'backup'} was made: ${describeError(error)}`);
      return 1;
    }
  },
});

interface BackupOptions {
  folder: string;
  verify: boolean;
  keep: number;
}

function createBackup(database: string, { folder, verify, keep }: BackupOptions): number {
  const contents = getContentsFolderOfBackups(folder, database);
  assertSpaceForFiles(folder, getFileSize(database) + countNewContentBytes(database, contents));
  const file = backUp(database, folder);
  console.log(`Backup: ${file}`);
  const isThorough = verify || isVerificationDue(file);
  const { missing, repaired } = backUpContents(database, file, { verify: isThorough });
  if (repaired.length)
    console.error(
      `Damaged copies of these files were replaced: ${formatAttachmentNames(repaired)}`,
    );
  deleteOldBackupFiles(database, folder, { keep, verify: isThorough });
  if (isThorough) recordVerification(file);
  if (!missing.length) return 0;
  console.error(`The backup does not contain these files: ${formatAttachmentNames(missing)}`);
  return 1;
}

/**
 * Deletes old backups and contents. While a backup cannot be opened, all contents stay, because it
 * may need them.
 */
function deleteOldBackupFiles(
  database: string,
  folder: string,
  { keep, verify }: { keep: number; verify: boolean },
): void {
  const { readable, unreadable } = readBackups(listBackups(database, folder), { verify });
  for (const { path, reason } of unreadable)
    console.error(`Warning: the backup ${path} cannot be used and was left alone: ${reason}`);
  deleteOldBackups(readable, keep);
  const [latest] = readable;
  if (!latest) return;
  if (unreadable.length) {
    console.error(
      'Warning: no stored file is deleted as long as such a backup is there. Move it elsewhere or delete it.',
    );
    return;
  }
  const kept = readable.filter(({ path }) => existsSync(path));
  const referenced = kept.flatMap(({ contents }) => [...contents.keys()]);
  deleteUnusedContentsBackups(database, getContentsBackupFolder(latest.path), referenced);
}

async function createArchive(
  database: string,
  file: string,
  { folder, secrets }: { folder: string; secrets: Settings['SESSION_SECRET'] },
): Promise<number> {
  const { missing, replaced } = await writeArchive(database, file, {
    secret: secrets?.[0] ?? readSecretFile(database),
    contentsBackups: getContentsFolderOfBackups(folder, database),
  });
  console.log(`Archive: ${file}`);
  if (replaced.length)
    console.error(
      `Warning: these files are damaged in the data folder; the archive has them from the backups: ${formatAttachmentNames(replaced)}`,
    );
  if (!missing.length) return 0;
  console.error(`The archive does not contain these files: ${formatAttachmentNames(missing)}`);
  return 1;
}
