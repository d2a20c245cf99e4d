import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { copyDatabase, getBackupFolder } from './backup';
import { ensureFile } from './create-files';
import { assertReserve, getFileSize } from './disk';
import { DatabaseOpenError } from './errors';
import { lockDatabase, withLock } from './lock';
import { getSchemaVersion, isOutdated, isUpToDate, LATEST_VERSION, migrate } from './migrate';
import * as schema from './schema';
import { cacheStatements } from './statement-cache';

/** SQLite's own wait blocks every other request. */
const BUSY_TIMEOUT = 'busy_timeout = 20';
/**
 * In KB. With 16 MB, which each write of another connection empties, the process takes 33 MB more at the
 * end of a busy walk, and as much processor time.
 */
const PAGE_CACHE_SIZE = 'cache_size = -2000';

export type Db = BetterSQLite3Database<typeof schema>;

export interface Connections {
  path: string;
  reader: SQLite.Database;
  writer: SQLite.Database;
  tx: Db;
  unlock: () => void;
}
let openConnections: Connections | undefined;

/** Read-only: every write goes through `transaction`. */
export let db: Db;

export function getDatabasePath(url: string): string {
  return resolve(url.replace(/^file:/, ''));
}

/**
 * Opens the database, creating or upgrading it if needed. Returns the path of the backup that it
 * takes before an upgrade.
 */
export function openDatabase(
  url: string,
  backups = getBackupFolder(getDatabasePath(url)),
): string | undefined {
  const path = getDatabasePath(url);
  if (openConnections?.path === path) return undefined;
  closeDatabase();
  try {
    let backup: string | undefined;
    // Another process may have put an older database here between the two locks.
    while (!(openConnections = openIfReady(path))) {
      backup = withLock(path, 'exclusive', () => createOrUpgrade(path, backups)) ?? backup;
    }
    db = drizzle(openConnections.reader, { schema });
    return backup;
  } catch (error) {
    throw new DatabaseOpenError(path, error);
  }
}

export function openReader(url: string): void {
  const path = getDatabasePath(url);
  if (openConnections?.path === path) return;
  closeDatabase();
  const reader = prepareForRequests(openConnection(path, { readonly: true }));
  db = drizzle(reader, { schema });
  openConnections = { path, reader, writer: reader, tx: db, unlock: () => undefined };
}

function openIfReady(path: string): Connections | undefined {
  const unlock = lockDatabase(path, 'shared');
  let writer: SQLite.Database | undefined;
  try {
    if (isReady(path)) {
      writer = prepareForRequests(connectWriter(path));
      const reader = prepareForRequests(openConnection(path, { readonly: true }));
      return { path, reader, writer, tx: drizzle(writer, { schema }), unlock };
    }
  } catch (error) {
    writer?.close();
    unlock();
    throw error;
  }
  unlock();
  return undefined;
}

/**
 * Reads a file before anything is written, since setting WAL would change a foreign file. Checks
 * all of it unless a worker will do so after the start.
 */
function isReady(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return false;
  accessSync(path, constants.W_OK);
  const reader = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const tables = reader
      .prepare("select count(*) from sqlite_master where type = 'table'")
      .pluck()
      .get();
    if (!getSchemaVersion(reader) && tables)
      throw new Error(`${path} is a database of another program`);
    const isOurs = reader.pragma('journal_mode', { simple: true }) === 'wal' && isUpToDate(reader);
    if (!isOurs) assertUndamaged(reader, path);
    return isOurs;
  } catch (error) {
    // A crash interrupted a change of the journal mode; a writing connection rolls it back.
    if ((error as { code?: string }).code === 'SQLITE_READONLY_ROLLBACK') return false;
    throw error;
  } finally {
    reader.close();
  }
}

function assertUndamaged(reader: SQLite.Database, path: string): void {
  const result = reader.pragma('quick_check(1)', { simple: true });
  if (result !== 'ok')
    throw new Error(
      `${path} is damaged (${String(result).trim()}). Restore a backup: npm run restore FILE`,
    );
}

function createOrUpgrade(path: string, backups: string): string | undefined {
  if (!getFileSize(path)) assertReserve(path, 'created');
  const writer = connectWriter(path);
  try {
    const isUpgrade = isOutdated(writer);
    if (isUpgrade) assertReserve(path, 'upgraded');
    const backup = isUpgrade ? backUpBeforeUpgrade(path, backups) : undefined;
    migrate(writer);
    return backup;
  } finally {
    writer.close();
  }
}

function connectWriter(path: string): SQLite.Database {
  ensureFile(path);
  const writer = new SQLite(path);
  try {
    // A reader of a file that an operator copied has created the others with that file's mode.
    for (const file of [path, `${path}-wal`, `${path}-shm`])
      if (existsSync(file)) chmodSync(file, 0o600);
    writer.pragma('journal_mode = WAL');
    writer.pragma('synchronous = FULL');
    writer.pragma('foreign_keys = ON');
    const durable = ['journal_mode', 'synchronous', 'foreign_keys']
      .map((name) => writer.pragma(name, { simple: true }))
      .join();
    if (durable !== 'wal,2,1')
      throw new Error(
        `${path}: the database did not take WAL, synchronous FULL and foreign keys (${durable})`,
      );
    writer.pragma(BUSY_TIMEOUT);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}

function backUpBeforeUpgrade(path: string, backups: string): string {
  try {
    return copyDatabase(path, backups, { beforeVersion: LATEST_VERSION });
  } catch (error) {
    throw new Error(
      `The database was not upgraded, because its backup failed: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

export function openConnection(path: string, options: SQLite.Options): SQLite.Database {
  const connection = new SQLite(path, options);
  connection.pragma(BUSY_TIMEOUT);
  return connection;
}

function prepareForRequests(connection: SQLite.Database): SQLite.Database {
  connection.pragma(PAGE_CACHE_SIZE);
  return cacheStatements(connection);
}

export function closeDatabase(): void {
  openConnections?.reader.close();
  openConnections?.writer.close();
  openConnections?.unlock();
  openConnections = undefined;
}

/** Reads from a snapshot with a page cache of 64 KB instead of up to 16 MB. */
export async function withSnapshot<T>(read: (db: Db) => Promise<T>): Promise<T> {
  const connection = openConnection(getConnections().path, { readonly: true });
  try {
    connection.pragma('cache_size = -64');
    connection.exec('BEGIN');
    return await read(drizzle(connection, { schema }));
  } finally {
    connection.close();
  }
}

export function isDatabaseResponding(): boolean {
  return openConnections?.reader.prepare('select 1').pluck().get() === 1;
}

export function getConnections(): Connections {
  if (!openConnections) throw new Error('The database is not open.');
  return openConnections;
}
