import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { isArchive, unpackArchive } from './archive-unpack';
import { checkDatabaseFile, flushToDisk, formatTimestamp } from './backup';
import { getContentsFolder, listAttachmentNames } from './contents';
import { findContentsFolders } from './contents-backup';
import {
  collectContents,
  keepUnreferencedContents,
  listMissingContents,
  moveContents,
} from './contents-restore';
import { copyToNewFile, createFolder, createTemporaryFolder } from './create-files';
import { getFileSize } from './disk';
import { DatabaseInUseError, describeFileError, toDatabaseError } from './errors';
import { getLockFile, lockDatabase } from './lock';
import { getSchemaVersion } from './migrate';

const REQUIRED_TABLES = ['users', 'sessions', 'pipelines', 'evaluations'];

export interface RestoreOptions {
  withoutFiles?: boolean;
  now?: Date;
}

export interface RestoreResult {
  previous?: string;
  missing: string[];
}

/** `names` are names of attachments, with "(damaged)" where the content is there. */
export class MissingContentsError extends Error {
  override name = 'MissingContents';

  constructor(readonly names: string[]) {
    super(`the contents of these files are missing or damaged: ${formatAttachmentNames(names)}`);
  }
}

const MAX_LISTED_NAMES = 100;

export function formatAttachmentNames(names: string[]): string {
  const more = names.length - MAX_LISTED_NAMES;
  const listed = names.slice(0, MAX_LISTED_NAMES).join(', ');
  return more > 0 ? `${listed} and ${more} more` : listed;
}

interface StagedRestore {
  database: string;
  contents: string;
  secret?: string;
}

/**
 * Replaces a database by a backup or archive, and ends all sessions. Throws, and changes nothing,
 * if the file or a content is unusable. Killed at any moment, it leaves the previous state or the
 * new one.
 */
export async function restoreBackup(
  file: string,
  database: string,
  { withoutFiles = false, now = new Date() }: RestoreOptions = {},
): Promise<RestoreResult> {
  assertRestorable(file);
  const { staging, end } = beginRestore(database);
  let isDone = false;
  try {
    const staged = isArchive(file)
      ? await unpackArchive(file, staging)
      : stageDatabase(file, staging);
    assertOwnDatabase(staged.database, file);
    const attachmentNames = listAttachmentNames(staged.database);
    const target = getContentsFolder(database);
    const sources = isArchive(file) ? [] : findContentsFolders(file);
    const missingContents = collectContents(attachmentNames.keys(), {
      target,
      staging: staged.contents,
      sources,
    });
    const missing = describeMissing(missingContents, attachmentNames, [target, ...sources]);
    if (missing.length && !withoutFiles) throw new MissingContentsError(missing);
    deleteSessions(staged.database);
    const previous = replaceDatabase(staged, database, now);
    isDone = true;
    keepUnreferencedContents(database, attachmentNames, now);
    return { previous, missing };
  } finally {
    end(isDone);
  }
}

export async function checkBackup(file: string, database: string): Promise<string[]> {
  assertRestorable(file);
  const staging = createTemporaryFolder();
  try {
    const isTar = isArchive(file);
    const unpacked = isTar ? await unpackArchive(file, staging, { onlyDatabase: true }) : undefined;
    const copy = unpacked?.database ?? copyUnlessClosed(file, staging);
    assertOwnDatabase(copy, file);
    const attachmentNames = listAttachmentNames(copy);
    const outside = [...attachmentNames.keys()].filter((name) => !unpacked?.names.has(name));
    const folders = [getContentsFolder(database), ...(isTar ? [] : findContentsFolders(file))];
    return describeMissing(listMissingContents(outside, folders), attachmentNames, folders);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function describeMissing(
  names: string[],
  attachmentNames: ReadonlyMap<string, string>,
  folders: string[],
): string[] {
  const isThere = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
  return names.map((name) => attachmentNames.get(name)! + (isThere(name) ? ' (damaged)' : ''));
}

export function deleteLogs(database: string): void {
  for (const log of [...LOG_SUFFIXES, '-shm']) rmSync(database + log, { force: true });
}

function assertRestorable(file: string): void {
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

const LOG_SUFFIXES = ['-wal', '-journal'];

/** Returns the file itself if reading it creates no files beside it, otherwise a copy. */
function copyUnlessClosed(file: string, folder: string): string {
  const isWal = readHeader(file)[18] !== 1;
  if (!isWal && !LOG_SUFFIXES.some((log) => existsSync(file + log))) return file;
  return stageDatabase(file, folder).database;
}

/** Copies a database with its logs, which hold the latest writes if it was not closed. */
function stageDatabase(file: string, folder: string): StagedRestore {
  const database = join(folder, 'restored.db');
  for (const part of ['', ...LOG_SUFFIXES])
    if (!part || getFileSize(file + part)) copyToNewFile(file + part, database + part);
  mergeLogs(database, file);
  return { database, contents: join(folder, 'contents') };
}

function mergeLogs(database: string, name: string): void {
  const connection = new SQLite(database);
  try {
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    throw error instanceof SQLite.SqliteError ? describeFileError(name, error) : error;
  } finally {
    connection.close();
  }
}

/**
 * Locks the database and creates a folder beside it. `end` removes the folder, and all other traces
 * if the restore failed.
 */
function beginRestore(database: string): { staging: string; end: (isDone: boolean) => void } {
  const isNewFolder = !existsSync(dirname(database));
  const isNewLock = !existsSync(getLockFile(database));
  const unlock = lockDatabase(database, 'exclusive');
  const staging = `${database}.restoring`;
  rmSync(staging, { recursive: true, force: true });
  createFolder(staging);
  const end = (isDone: boolean) => {
    rmSync(staging, { recursive: true, force: true });
    if (!isDone && isNewLock) rmSync(getLockFile(database), { force: true });
    unlock();
    if (!isDone && isNewFolder) rmdirSync(dirname(database));
  };
  return { staging, end };
}

/** Moves contents first, since the previous database ignores them, and the secret last, since no session needs it. */
function replaceDatabase(staged: StagedRestore, database: string, now: Date): string | undefined {
  chmodSync(staged.database, 0o600);
  flushToDisk(staged.database);
  if (existsSync(database)) checkpointExclusively(database);
  moveContents(staged.contents, database);
  const previous = copyPreviousDatabase(database, now);
  // A leftover log would be replayed into the new database.
  deleteLogs(database);
  renameSync(staged.database, database);
  flushToDisk(dirname(database));
  if (staged.secret) renameSync(staged.secret, `${database}.secret`);
  flushToDisk(dirname(database));
  return previous;
}

/** Copies the database so that its name always refers to a complete one. */
function copyPreviousDatabase(database: string, now: Date): string | undefined {
  if (!existsSync(database)) return undefined;
  const previous = `${database}.before-restore-${formatTimestamp(now)}`;
  // A damaged database keeps its log.
  for (const part of ['', ...LOG_SUFFIXES]) {
    if (part && !getFileSize(database + part)) continue;
    copyToNewFile(database + part, previous + part);
    flushToDisk(previous + part);
  }
  return previous;
}

export function assertOwnDatabase(file: string, name = file): void {
  checkDatabaseFile(file, name);
  const connection = new SQLite(file, { readonly: true });
  try {
    getSchemaVersion(connection);
    const tables = new Set(
      connection.prepare("select name from sqlite_master where type = 'table'").pluck().all(),
    );
    if (!REQUIRED_TABLES.every((table) => tables.has(table)))
      throw new Error(`${name} is not a database of this program`);
  } finally {
    connection.close();
  }
}

export function checkpointExclusively(database: string): void {
  const connection = new SQLite(database);
  try {
    connection.pragma('busy_timeout = 0');
    connection.pragma('journal_mode = DELETE');
  } catch (error) {
    if (toDatabaseError(error)?.kind === 'busy') throw new DatabaseInUseError(database, error);
    // Restoring is how to repair a damaged database.
    if (!(error instanceof SQLite.SqliteError)) throw error;
  } finally {
    connection.close();
  }
}

export function deleteSessions(file: string): void {
  const connection = new SQLite(file);
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('DELETE FROM sessions; DELETE FROM password_links');
  } finally {
    connection.close();
  }
}
