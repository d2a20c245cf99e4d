import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CONTENTS_FOLDER_NAME } from './archive-manifest';
import { type Backup, checkDatabaseFile, getBaseName } from './backup';
import {
  copyContent,
  DAY_MS,
  flushFolder,
  getContentsFolder,
  isContentWhole,
  listAttachmentNames,
  listContents,
} from './contents';
import { createFolder, writeNewFile } from './create-files';
import { getFileSize } from './disk';

const VERIFY_EVERY_DAYS = 7;

const CONTENTS_SUFFIX = '-files';

export function getContentsFolderOfBackups(folder: string, database: string): string {
  return join(folder, getBaseName(database) + CONTENTS_SUFFIX);
}

export function getContentsBackupFolder(backup: string): string {
  const name = basename(backup).replace(/\.db$/, '');
  return join(dirname(backup), name.replace(BACKUP_TIMESTAMP, '') + CONTENTS_SUFFIX);
}

const BACKUP_TIMESTAMP = /-\d{8}T\d{6}\.\d{3}Z(-before-v\d+)?$/;

/** Lists possible folders for a backup's contents, including names that copying the backup produces. */
export function findContentsFolders(backup: string): string[] {
  const beside = dirname(backup);
  const candidates = [
    join(beside, basename(backup).replace(/\.db$/, '') + CONTENTS_SUFFIX),
    join(beside, CONTENTS_FOLDER_NAME),
    getContentsBackupFolder(backup),
    getContentsFolder(backup),
  ];
  return [...new Set(candidates)].filter((folder) => existsSync(folder));
}

/** Contents are named by their attachment, or by their SHA-256 if no deal references them. */
export interface ContentsBackup {
  /** Contents that the backup references and that are damaged or missing everywhere. */
  missing: string[];
  repaired: string[];
}

export function countNewContentBytes(database: string, to: string): number {
  const from = getContentsFolder(database);
  const stored = new Set(listContents(to));
  return listContents(from)
    .filter((name) => !stored.has(name))
    .reduce((bytes, name) => bytes + getFileSize(join(from, name)), 0);
}

/** Copies new contents after `backup` was made; `verify` also checks and repairs all stored copies. */
export function backUpContents(
  database: string,
  backup: string,
  { verify = false }: { verify?: boolean } = {},
): ContentsBackup {
  const from = getContentsFolder(database);
  const to = getContentsBackupFolder(backup);
  const attachmentNames = listAttachmentNames(backup);
  const repaired = verify ? repairContents(from, to) : [];
  copyNewContents(from, to);
  return {
    missing: listMissingFileNames(to, attachmentNames),
    repaired: repaired.map((name) => attachmentNames.get(name) ?? name),
  };
}

function copyNewContents(from: string, to: string): void {
  const missing = listContents(from).filter((name) => !existsSync(join(to, name)));
  if (!missing.length) return;
  createFolder(to);
  for (const name of missing)
    if (copyContent(name, from, to)) rmSync(getDamagedCopyPath(name, to), IGNORE_MISSING);
  flushFolder(to);
}

const IGNORE_MISSING = { force: true };

/** Keeps a damaged copy as long as there is no other. */
const getDamagedCopyPath = (name: string, folder: string) => join(folder, `${name}.damaged`);

/** Repairs damaged copies from the data folder, or sets them aside. Returns the names of repaired ones. */
function repairContents(from: string, to: string): string[] {
  if (!existsSync(to)) return [];
  const repaired: string[] = [];
  for (const name of listContents(to)) {
    if (isContentWhole(name, to)) continue;
    if (copyContent(name, from, to)) repaired.push(name);
    else renameSync(join(to, name), getDamagedCopyPath(name, to));
  }
  return repaired;
}

function getVerificationFile(backup: string): string {
  return getContentsBackupFolder(backup).replace(/files$/, 'verified');
}

export function recordVerification(backup: string): void {
  rmSync(getVerificationFile(backup), IGNORE_MISSING);
  writeNewFile(getVerificationFile(backup), '');
}

export function getLastVerification(backup: string): Date | undefined {
  return statSync(getVerificationFile(backup), { throwIfNoEntry: false })?.mtime;
}

export function isVerificationDue(backup: string, now = new Date()): boolean {
  const last = getLastVerification(backup);
  // A check dated in the future does not postpone the next one.
  return !last || last > now || now.getTime() - last.getTime() >= VERIFY_EVERY_DAYS * DAY_MS;
}

export interface UnreadableBackup {
  path: string;
  reason: string;
}

export function readBackups(
  backups: Backup[],
  { verify = false }: { verify?: boolean } = {},
): { readable: (Backup & { contents: Map<string, string> })[]; unreadable: UnreadableBackup[] } {
  const readable = [];
  const unreadable = [];
  for (const backup of backups) {
    try {
      if (verify) checkDatabaseFile(backup.path);
      readable.push({ ...backup, contents: listAttachmentNames(backup.path) });
    } catch (error) {
      unreadable.push({ path: backup.path, reason: (error as Error).message });
    }
  }
  return { readable, unreadable };
}

/** Deletes contents that neither the database nor a backup references. Callers must have read all backups. */
export function deleteUnusedContentsBackups(
  database: string,
  folder: string,
  referencedByBackups: Iterable<string>,
): void {
  const referenced = new Set([
    ...listContents(getContentsFolder(database)),
    ...referencedByBackups,
  ]);
  for (const name of listContents(folder)) if (!referenced.has(name)) rmSync(join(folder, name));
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, name] = /^([\da-f]{64})\.(?:damaged|unfinished)$/.exec(file) ?? [];
    if (name && !referenced.has(name)) rmSync(join(folder, file));
  }
}

function listMissingFileNames(folder: string, attachmentNames: Map<string, string>): string[] {
  return [...attachmentNames].flatMap(([sha256, name]) =>
    existsSync(join(folder, sha256)) ? [] : name,
  );
}
