import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Backup, checkDatabaseFile } from './backup';
import {
  copyBlob,
  DAY_MS,
  flushFolder,
  getBlobFolder,
  isBlobWhole,
  listBlobs,
  listMentionedBlobs,
} from './blobs';
import { createFolder, writeNewFile } from './create-files';
import { getFileSize } from './disk';

const VERIFY_EVERY_DAYS = 7;

/** Beside a backup, for all backups of a database. */
export function getBlobBackupFolder(backup: string): string {
  const name = basename(backup).replace(/\.db$/, '');
  return join(dirname(backup), `${name.replace(BACKUP_TIMESTAMP, '')}-files`);
}

const BACKUP_TIMESTAMP = /-\d{8}T\d{6}\.\d{3}Z(-before-v\d+)?$/;

/** Where the contents of a backup may be: what copying it elsewhere, under another name, makes of the folders beside it. */
export function findBlobFolders(backup: string): string[] {
  const beside = dirname(backup);
  const candidates = [
    join(beside, `${basename(backup).replace(/\.db$/, '')}-files`),
    join(beside, 'pipeline-files'),
    getBlobBackupFolder(backup),
    getBlobFolder(backup),
  ];
  return [...new Set(candidates)].filter((folder) => existsSync(folder));
}

/** Names are those of files on deals, or the SHA-256 where no deal mentions the content. */
export interface BlobBackup {
  /** Contents that `backup` mentions and that are damaged or missing everywhere. */
  missing: string[];
  /** Stored copies that were damaged and have been made anew from the data folder. */
  repaired: string[];
}

/** Returns the bytes that the next backup of the contents copies. */
export function countNewBlobBytes(database: string, to: string): number {
  const from = getBlobFolder(database);
  const stored = new Set(listBlobs(to));
  return listBlobs(from)
    .filter((name) => !stored.has(name))
    .reduce((bytes, name) => bytes + getFileSize(join(from, name)), 0);
}

/**
 * Copies what is new of a database's contents to its backups, after `backup` was made. With `verify`,
 * checks all stored copies and makes damaged ones anew.
 */
export function backUpBlobs(
  database: string,
  backup: string,
  { verify = false }: { verify?: boolean } = {},
): BlobBackup {
  const from = getBlobFolder(database);
  const to = getBlobBackupFolder(backup);
  const mentioned = listMentionedBlobs(backup);
  const repaired = verify ? repairBlobs(from, to) : [];
  copyNewBlobs(from, to);
  return {
    missing: listMissingFileNames(to, mentioned),
    repaired: repaired.map((name) => mentioned.get(name) ?? name),
  };
}

function copyNewBlobs(from: string, to: string): void {
  const missing = listBlobs(from).filter((name) => !existsSync(join(to, name)));
  if (!missing.length) return;
  createFolder(to);
  for (const name of missing)
    if (copyBlob(name, from, to)) rmSync(getDamagedCopyPath(name, to), IGNORE_MISSING);
  flushFolder(to);
}

const IGNORE_MISSING = { force: true };

/** A damaged copy is kept under another name as long as there is no other. */
const getDamagedCopyPath = (name: string, folder: string) => join(folder, `${name}.damaged`);

/** Makes damaged copies anew from the data folder, and returns their names. Sets aside those that are damaged there, too. */
function repairBlobs(from: string, to: string): string[] {
  if (!existsSync(to)) return [];
  const repaired: string[] = [];
  for (const name of listBlobs(to)) {
    if (isBlobWhole(name, to)) continue;
    if (copyBlob(name, from, to)) repaired.push(name);
    else renameSync(join(to, name), getDamagedCopyPath(name, to));
  }
  return repaired;
}

/** Its time is that of the last check of all backups and stored contents. */
function getVerificationFile(backup: string): string {
  return getBlobBackupFolder(backup).replace(/files$/, 'verified');
}

/** Notes that all backups and stored contents beside a backup have been checked. */
export function recordVerification(backup: string): void {
  rmSync(getVerificationFile(backup), IGNORE_MISSING);
  writeNewFile(getVerificationFile(backup), '');
}

/** Returns when all backups and stored contents beside a backup were last checked. */
export function getLastVerification(backup: string): Date | undefined {
  return statSync(getVerificationFile(backup), { throwIfNoEntry: false })?.mtime;
}

export function isVerificationDue(backup: string, now = new Date()): boolean {
  const last = getLastVerification(backup);
  // A clock that was ahead puts no check off.
  return !last || last > now || now.getTime() - last.getTime() >= VERIFY_EVERY_DAYS * DAY_MS;
}

/** A backup that cannot be opened, and why. */
export interface UnreadableBackup {
  path: string;
  reason: string;
}

/** Divides backups into those that can be opened, with the contents they mention, and others. `verify` reads all of each. */
export function readBackups(
  backups: Backup[],
  { verify = false }: { verify?: boolean } = {},
): { readable: (Backup & { blobs: Map<string, string> })[]; unreadable: UnreadableBackup[] } {
  const readable = [];
  const unreadable = [];
  for (const backup of backups) {
    try {
      if (verify) checkDatabaseFile(backup.path);
      readable.push({ ...backup, blobs: listMentionedBlobs(backup.path) });
    } catch (error) {
      unreadable.push({ path: backup.path, reason: (error as Error).message });
    }
  }
  return { readable, unreadable };
}

/**
 * Removes contents from the backups that neither the database has nor one of the backups mentions.
 * For a caller that could read all of them.
 */
export function deleteUnusedBlobBackups(
  database: string,
  folder: string,
  mentioned: Iterable<string>,
): void {
  const referenced = new Set([...listBlobs(getBlobFolder(database)), ...mentioned]);
  for (const name of listBlobs(folder)) if (!referenced.has(name)) rmSync(join(folder, name));
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, name] = /^([\da-f]{64})\.(?:damaged|unfinished)$/.exec(file) ?? [];
    if (name && !referenced.has(name)) rmSync(join(folder, file));
  }
}

function listMissingFileNames(folder: string, mentioned: Map<string, string>): string[] {
  return [...mentioned].flatMap(([sha256, name]) => (existsSync(join(folder, sha256)) ? [] : name));
}
