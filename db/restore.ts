import {
  chmodSync,
  existsSync,
  openSync,
  closeSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { isArchive, unpackArchive } from './archive';
import { check, stamp, sync } from './backup';
import {
  blobFolder,
  collectBlobs,
  findBlobFolders,
  keepFormerBlobs,
  mentionedBlobs,
  missingBlobs,
  moveBlobs,
} from './blobs';
import { databaseError } from './errors';
import { fileSize } from './disk';
import { inUse, lockDatabase, lockFile } from './lock';
import { appliedMigrations } from './migrate';
import { copyToNewFile, createFolder, createTemporaryFolder } from './owner';

const TABLES = ['users', 'sessions', 'pipelines', 'evaluations'];

export interface RestoreOptions {
  /** Restores although contents of files are missing. */
  withoutFiles?: boolean;
  now?: Date;
}

export interface Restored {
  /** The database that was replaced, if there was one. */
  previous?: string;
  /** Names of files whose contents are missing. */
  missing: string[];
}

/** Contents of files that are missing, by the names of the files. */
export class MissingContents extends Error {
  override name = 'MissingContents';

  constructor(readonly names: string[]) {
    super(`the contents of these files are missing: ${listNames(names)}`);
  }
}

const MAX_LISTED_NAMES = 100;

export function listNames(names: string[]): string {
  const more = names.length - MAX_LISTED_NAMES;
  const listed = names.slice(0, MAX_LISTED_NAMES).join(', ');
  return more > 0 ? `${listed} and ${more} more` : listed;
}

/** What a restore puts in place, in a folder beside the database. */
interface Staged {
  database: string;
  blobs: string;
  secret?: string;
}

/**
 * Replaces a database by a backup or an archive, brings back the contents of its files, and ends all
 * sessions and password links. Keeps the previous database. Throws, and changes nothing, if the file
 * is damaged, not ours or newer than this program, if contents are missing, or while another process
 * uses the database. Killed at any moment, it leaves the former state or the new one.
 */
export async function restoreBackup(
  file: string,
  database: string,
  { withoutFiles = false, now = new Date() }: RestoreOptions = {},
): Promise<Restored> {
  refuseOther(file);
  const { staging, end } = beginRestore(database);
  let isDone = false;
  try {
    const staged = isArchive(file)
      ? await unpackArchive(file, staging)
      : stageDatabase(file, staging);
    checkOurs(staged.database, file);
    const mentioned = mentionedBlobs(staged.database);
    const lacking = collectBlobs(mentioned.keys(), {
      target: blobFolder(database),
      staging: staged.blobs,
      sources: isArchive(file) ? [] : findBlobFolders(file),
    });
    const missing = lacking.map((name) => mentioned.get(name)!);
    if (missing.length && !withoutFiles) throw new MissingContents(missing);
    endSessions(staged.database);
    const previous = putInPlace(staged, database, now);
    isDone = true;
    keepFormerBlobs(database, mentioned, now);
    return { previous, missing };
  } finally {
    end(isDone);
  }
}

/**
 * Makes the checks of a restore. Throws what that would throw, but for the state of the database,
 * which it does not read. Changes nothing, beside the file neither. Returns the names of files whose contents are missing.
 */
export async function checkBackup(file: string, database: string): Promise<string[]> {
  refuseOther(file);
  const staging = createTemporaryFolder();
  try {
    const isTar = isArchive(file);
    const unpacked = isTar ? await unpackArchive(file, staging, { onlyDatabase: true }) : undefined;
    const copy = unpacked?.database ?? copyUnlessAtRest(file, staging);
    checkOurs(copy, file);
    const mentioned = mentionedBlobs(copy);
    const outside = [...mentioned.keys()].filter((name) => !unpacked?.names.has(name));
    const folders = [blobFolder(database), ...(isTar ? [] : findBlobFolders(file))];
    return missingBlobs(outside, folders).map((name) => mentioned.get(name)!);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

export function removeLogs(database: string): void {
  for (const log of [...LOGS, '-shm']) rmSync(database + log, { force: true });
}

function refuseOther(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new Error(`${file} does not exist`);
  if (!stats.isFile()) throw new Error(`${file} is not a file`);
  if (!isArchive(file) && !isDatabase(file))
    throw new Error(`${file} is neither a database nor an archive of this program`);
}

const SQLITE_HEADER_BYTES = 20;

function readHeader(file: string): Buffer {
  const header = Buffer.alloc(SQLITE_HEADER_BYTES);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header;
}

function isDatabase(file: string): boolean {
  return readHeader(file).toString('latin1', 0, 16) === 'SQLite format 3\0';
}

const LOGS = ['-wal', '-journal'];

/** Returns the file itself if reading it creates no files beside it, otherwise a copy in the folder. */
function copyUnlessAtRest(file: string, folder: string): string {
  const isWal = readHeader(file)[18] !== 1;
  if (!isWal && !LOGS.some((log) => existsSync(file + log))) return file;
  return stageDatabase(file, folder).database;
}

/** Copies a database with its logs, which hold its latest writes if it was not closed. */
function stageDatabase(file: string, folder: string): Staged {
  const database = join(folder, 'restored.db');
  for (const part of ['', ...LOGS])
    if (!part || fileSize(file + part)) copyToNewFile(file + part, database + part);
  mergeLogs(database, file);
  return { database, blobs: join(folder, 'contents') };
}

function mergeLogs(database: string, name: string): void {
  const connection = new SQLite(database);
  try {
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    throw new Error(`${name} is damaged: ${(error as Error).message}`, { cause: error });
  } finally {
    connection.close();
  }
}

/** Locks the database and creates an empty folder beside it. `end` removes the folder, and where nothing came of it all traces. */
function beginRestore(database: string): { staging: string; end: (isDone: boolean) => void } {
  const isNewFolder = !existsSync(dirname(database));
  const isNewLock = !existsSync(lockFile(database));
  const unlock = lockDatabase(database, 'exclusive');
  const staging = `${database}.restoring`;
  rmSync(staging, { recursive: true, force: true });
  createFolder(staging);
  const end = (isDone: boolean) => {
    rmSync(staging, { recursive: true, force: true });
    if (!isDone && isNewLock) rmSync(lockFile(database), { force: true });
    unlock();
    if (!isDone && isNewFolder) rmdirSync(dirname(database));
  };
  return { staging, end };
}

/**
 * Moves what is staged to its places. Contents come first, which the former database does not
 * mention, the secret last, which no session of the new one needs.
 */
function putInPlace(staged: Staged, database: string, now: Date): string | undefined {
  chmodSync(staged.database, 0o600);
  sync(staged.database);
  if (existsSync(database)) claim(database);
  moveBlobs(staged.blobs, database);
  const previous = keepPrevious(database, now);
  // A log that is left would be played into the new database.
  removeLogs(database);
  renameSync(staged.database, database);
  sync(dirname(database));
  if (staged.secret) renameSync(staged.secret, `${database}.secret`);
  sync(dirname(database));
  return previous;
}

/** Copies the database, so that at any moment its name is that of a whole one. */
function keepPrevious(database: string, now: Date): string | undefined {
  if (!existsSync(database)) return undefined;
  const previous = `${database}.before-restore-${stamp(now)}`;
  // A damaged database keeps its log.
  for (const part of ['', ...LOGS]) {
    if (part && !fileSize(database + part)) continue;
    copyToNewFile(database + part, previous + part);
    sync(previous + part);
  }
  return previous;
}

export function checkOurs(file: string, name = file): void {
  check(file, name);
  const connection = new SQLite(file, { readonly: true });
  try {
    appliedMigrations(connection);
    const tables = new Set(
      connection.prepare("select name from sqlite_master where type = 'table'").pluck().all(),
    );
    if (!TABLES.every((table) => tables.has(table)))
      throw new Error(`${name} is no database of this program`);
  } finally {
    connection.close();
  }
}

/** Checkpoints the write-ahead log. Throws while a program without our lock has it open. */
export function claim(database: string): void {
  const connection = new SQLite(database);
  try {
    connection.pragma('busy_timeout = 0');
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    if (databaseError(error)?.kind === 'busy') throw new Error(inUse(database), { cause: error });
    // A damaged database is what a restore is for.
    if (!(error instanceof SQLite.SqliteError)) throw error;
  } finally {
    connection.close();
  }
}

export function endSessions(file: string): void {
  const connection = new SQLite(file);
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('DELETE FROM sessions; DELETE FROM password_links');
  } finally {
    connection.close();
  }
}
