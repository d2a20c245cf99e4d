import { resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { backupFolder } from './backup';
import { DatabaseRefused } from './errors';
import { lockDatabase, withLock } from './lock';
import { connect, connectWriter, isReady, prepare } from './prepare';
import * as schema from './schema';

export type Db = BetterSQLite3Database<typeof schema>;

export interface Connections {
  path: string;
  reader: SQLite.Database;
  writer: SQLite.Database;
  tx: Db;
  unlock: () => void;
}
let open: Connections | undefined;

/** Read-only: every write goes through `transaction`. */
export let db: Db;

export function databasePath(url: string): string {
  return resolve(url.replace(/^file:/, ''));
}

/**
 * Opens the database, creating or upgrading it if needed. Before an upgrade it is backed up into
 * `backups`; returns that backup's path. Throws if the database is in use, damaged, not writable or
 * newer than this program, and leaves it as it is.
 */
export function openDatabase(
  url: string,
  backups = backupFolder(databasePath(url)),
): string | undefined {
  const path = databasePath(url);
  if (open?.path === path) return undefined;
  closeDatabase();
  try {
    let backup: string | undefined;
    // Between the two locks another process may have put an older database here.
    while (!(open = openReady(path))) {
      backup = withLock(path, 'exclusive', () => prepare(path, backups)) ?? backup;
    }
    db = drizzle(open.reader, { schema });
    return backup;
  } catch (error) {
    throw new DatabaseRefused(path, error);
  }
}

/** Opens an up-to-date database read-only, in a worker thread. */
export function openReader(url: string): void {
  const path = databasePath(url);
  if (open?.path === path) return;
  closeDatabase();
  const reader = connect(path, { readonly: true });
  db = drizzle(reader, { schema });
  open = { path, reader, writer: reader, tx: db, unlock: () => undefined };
}

/** Locks and opens a database; undefined unless it is up to date. */
function openReady(path: string): Connections | undefined {
  const unlock = lockDatabase(path, 'shared');
  let writer: SQLite.Database | undefined;
  try {
    if (isReady(path)) {
      writer = connectWriter(path);
      const reader = connect(path, { readonly: true });
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

export function closeDatabase(): void {
  open?.reader.close();
  open?.writer.close();
  open?.unlock();
  open = undefined;
}

/** Runs `read` on a snapshot of the data, with a page cache of 64 KB instead of up to 16 MB. */
export async function snapshot<T>(read: (db: Db) => Promise<T>): Promise<T> {
  const connection = connect(connections().path, { readonly: true });
  try {
    connection.pragma('cache_size = -64');
    connection.exec('BEGIN');
    return await read(drizzle(connection, { schema }));
  } finally {
    connection.close();
  }
}

export function databaseAnswers(): boolean {
  return open?.reader.prepare('select 1').pluck().get() === 1;
}

export function connections(): Connections {
  if (!open) throw new Error('The database is not open.');
  return open;
}
