import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { type Backup, check, sync } from './backup';
import { fileSize } from './disk';
import { createFile, createFolder, writeNewFile } from './owner';

/**
 * The bytes of files: each content once, in a file that is named by its SHA-256. In a folder beside
 * the database, and copied to one beside its backups.
 */

const NAME = /^[\da-f]{64}$/;
const CHUNK_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;
const VERIFY_EVERY_DAYS = 7;

/** Beside the database. */
export function blobFolder(database: string): string {
  return `${database}.files`;
}

/** Beside a backup, for all backups of a database. */
export function blobBackupFolder(backup: string): string {
  const name = basename(backup).replace(/\.db$/, '');
  return join(dirname(backup), `${name.replace(STAMP, '')}-files`);
}
const STAMP = /-\d{8}T\d{6}\.\d{3}Z(-before-v\d+)?$/;

/** Where the contents of a backup may be: what copying it elsewhere, under another name, makes of the folders beside it. */
export function findBlobFolders(backup: string): string[] {
  const beside = dirname(backup);
  const candidates = [
    join(beside, `${basename(backup).replace(/\.db$/, '')}-files`),
    join(beside, 'pipeline-files'),
    blobBackupFolder(backup),
    blobFolder(backup),
  ];
  return [...new Set(candidates)].filter((folder) => existsSync(folder));
}

export function listBlobs(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
}

/** Selects the SHA-256 and a file name of each content that a deal or the trash mentions. */
export const MENTIONS = `
  select sha256, name from files
  union all
  select value ->> '$.row.sha256', value ->> '$.row.name' from trash, json_each(trash.rows, '$.others')
    where instr(trash.rows, '"table":"files"') and value ->> '$.table' = 'files'`;

/** Returns the contents that a database mentions, with a file's name; none before there were files. */
export function mentionedBlobs(database: string): Map<string, string> {
  const connection = new SQLite(database, { readonly: true, fileMustExist: true });
  try {
    const isThere = connection.prepare("select 1 from sqlite_master where name = 'files'").get();
    const rows = isThere ? connection.prepare(MENTIONS).raw().all() : [];
    return new Map(rows as [string, string][]);
  } finally {
    connection.close();
  }
}

/** Reads a file in pieces, without holding it in memory. */
export function* readChunks(path: string): Generator<Buffer> {
  const handle = openSync(path, 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    for (let size; (size = readSync(handle, chunk, 0, CHUNK_BYTES, null));)
      yield chunk.subarray(0, size);
  } finally {
    closeSync(handle);
  }
}

export function hashFile(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of readChunks(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** True if a folder has a content and its bytes are what its name says. */
export function isBlobWhole(name: string, folder: string): boolean {
  const path = join(folder, name);
  try {
    return existsSync(path) && hashFile(path) === name;
  } catch {
    // A bad block, or a file of another user: as good as damaged.
    return false;
  }
}

/**
 * Copies a content to a folder, replacing what is there. Returns false, and leaves the folder as it
 * is, if the bytes are missing, unreadable or not what the name says. Throws if they cannot be written.
 */
function copyBlob(name: string, from: string, to: string): boolean {
  if (!existsSync(join(from, name))) return false;
  const unfinished = join(to, `${name}.unfinished`);
  rmSync(unfinished, { force: true });
  const target = createFile(unfinished);
  const hash = createHash('sha256');
  let isWritten = false;
  try {
    for (const chunk of readOrEnd(join(from, name))) {
      hash.update(chunk);
      writeAll(target, chunk);
    }
    if (hash.digest('hex') === name) {
      fsyncSync(target);
      renameSync(unfinished, join(to, name));
      isWritten = true;
    }
  } finally {
    closeSync(target);
    if (!isWritten) rmSync(unfinished, { force: true });
  }
  return isWritten;
}

/** Ends where a file cannot be read: then its hash is wrong. */
function* readOrEnd(path: string): Generator<Buffer> {
  const chunks = readChunks(path);
  for (;;) {
    let next;
    try {
      next = chunks.next();
    } catch {
      return;
    }
    if (next.done) return;
    yield next.value;
  }
}

export function writeAll(handle: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length;)
    written += writeSync(handle, chunk, written, chunk.length - written);
}

/** Flushes a folder's list of files to the disk, and that of the folder that it is in. */
export function syncFolder(folder: string): void {
  sync(folder);
  sync(dirname(folder));
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
  const from = blobFolder(database);
  const stored = new Set(listBlobs(to));
  return listBlobs(from)
    .filter((name) => !stored.has(name))
    .reduce((bytes, name) => bytes + fileSize(join(from, name)), 0);
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
  const from = blobFolder(database);
  const to = blobBackupFolder(backup);
  const mentioned = mentionedBlobs(backup);
  const repaired = verify ? repairBlobs(from, to) : [];
  copyNewBlobs(from, to);
  return {
    missing: namesWithout(to, mentioned),
    repaired: repaired.map((name) => mentioned.get(name) ?? name),
  };
}

function copyNewBlobs(from: string, to: string): void {
  const missing = listBlobs(from).filter((name) => !existsSync(join(to, name)));
  if (!missing.length) return;
  createFolder(to);
  for (const name of missing) if (copyBlob(name, from, to)) rmSync(damagedCopy(name, to), FORCE);
  syncFolder(to);
}
const FORCE = { force: true };

/** A damaged copy is kept under another name as long as there is no other. */
const damagedCopy = (name: string, folder: string) => join(folder, `${name}.damaged`);

/** Makes damaged copies anew from the data folder, and returns their names. Sets aside those that are damaged there, too. */
function repairBlobs(from: string, to: string): string[] {
  if (!existsSync(to)) return [];
  const repaired: string[] = [];
  for (const name of listBlobs(to)) {
    if (isBlobWhole(name, to)) continue;
    if (copyBlob(name, from, to)) repaired.push(name);
    else renameSync(join(to, name), damagedCopy(name, to));
  }
  return repaired;
}

/** Its time is that of the last check of all backups and stored contents. */
function verificationFile(backup: string): string {
  return blobBackupFolder(backup).replace(/files$/, 'verified');
}

/** Notes that all backups and stored contents beside a backup have been checked. */
export function noteVerification(backup: string): void {
  rmSync(verificationFile(backup), FORCE);
  writeNewFile(verificationFile(backup), '');
}

/** Returns when all backups and stored contents beside a backup were last checked. */
export function lastVerification(backup: string): Date | undefined {
  return statSync(verificationFile(backup), { throwIfNoEntry: false })?.mtime;
}

export function isVerificationDue(backup: string, now = new Date()): boolean {
  const last = lastVerification(backup);
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
      if (verify) check(backup.path);
      readable.push({ ...backup, blobs: mentionedBlobs(backup.path) });
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
export function thinOutBlobs(database: string, folder: string, mentioned: Iterable<string>): void {
  const referenced = new Set([...listBlobs(blobFolder(database)), ...mentioned]);
  for (const name of listBlobs(folder)) if (!referenced.has(name)) rmSync(join(folder, name));
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, name] = /^([\da-f]{64})\.(?:damaged|unfinished)$/.exec(file) ?? [];
    if (name && !referenced.has(name)) rmSync(join(folder, file));
  }
}

/** How long a restored database keeps the contents of the previous one. */
const FORMER_DAYS = 30;

/** Copies contents that neither folder has whole from the first of `sources` that has them to `staging`. Returns those that none has. */
export function collectBlobs(
  names: Iterable<string>,
  { target, staging, sources }: { target: string; staging: string; sources: string[] },
): string[] {
  createFolder(staging);
  return [...names].filter(
    (name) =>
      !existsSync(join(staging, name)) &&
      !isBlobWhole(name, target) &&
      !sources.some((source) => copyBlob(name, source, staging)),
  );
}

/** Returns the contents that none of the folders has whole. */
export function missingBlobs(names: Iterable<string>, folders: string[]): string[] {
  return [...names].filter((name) => !folders.some((folder) => isBlobWhole(name, folder)));
}

/** Moves checked contents from a folder on the same disk to those of a database. */
export function moveBlobs(staging: string, database: string): void {
  const names = listBlobs(staging);
  if (!names.length) return;
  const to = blobFolder(database);
  createFolder(to);
  for (const name of names) renameSync(join(staging, name), join(to, name));
  syncFolder(to);
}

/** Keeps contents that a restored database does not mention for 30 days, in case the former one is restored. */
export function keepFormerBlobs(
  database: string,
  mentioned: ReadonlyMap<string, string>,
  now = new Date(),
): void {
  const folder = blobFolder(database);
  const later = new Date(now.getTime() + FORMER_DAYS * DAY_MS);
  for (const name of listBlobs(folder))
    if (!mentioned.has(name)) utimesSync(join(folder, name), now, later);
}

function namesWithout(folder: string, mentioned: Map<string, string>): string[] {
  return [...mentioned].flatMap(([sha256, name]) => (existsSync(join(folder, sha256)) ? [] : name));
}
