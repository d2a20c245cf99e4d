import { resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { backupFolder } from './backup';
import { DatabaseRefused } from './errors';
import { lockDatabase, withLock } from './lock';
import { connect, connectWriter, isReady, prepare } from './prepare';
import * as schema from './schema';

export type Db = BetterSQLite3Database<typeof schema>;

interface Connections {
  path: string;
  reader: SQLite.Database;
  writer: SQLite.Database;
  tx: Db;
  unlock: () => void;
}
let open: Connections | undefined;

/**
 * Renews the query planner's statistics of each table that was never counted or has grown or
 * shrunk tenfold, from a sample.
 */
export const OPTIMIZE = 'optimize = 0x10012';

/** For reading. It is opened read-only: every write goes through `transaction`. */
export let db: Db;

/** The file behind a `file:` URL, absolute. */
export function databasePath(url: string): string {
  return resolve(url.replace(/^file:/, ''));
}

/**
 * Opens (and creates, and upgrades) the database once per process. An older one is backed up first,
 * into `backups`; returns that backup's path. Throws one clear line about a database that is in use
 * elsewhere, damaged, not ours to write, or newer than this program; its file stays as it is.
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

/** Opens an existing, upgraded database for reading alone, as a worker thread does. */
export function openReader(url: string): void {
  const path = databasePath(url);
  if (open?.path === path) return;
  closeDatabase();
  const reader = connect(path, { readonly: true });
  db = drizzle(reader, { schema });
  open = { path, reader, writer: reader, tx: db, unlock: () => undefined };
}

/**
 * The connections to a database that is up to date, with a lock that keeps it in its place;
 * undefined for any other.
 */
function openReady(path: string): Connections | undefined {
  const unlock = lockDatabase(path, 'shared');
  let writer: SQLite.Database | undefined;
  try {
    if (isReady(path)) {
      writer = connectWriter(path);
      writer.pragma(OPTIMIZE);
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

/** A view of the data that stays as it is while `read` runs, however long it takes. */
export async function snapshot<T>(read: (db: Db) => Promise<T>): Promise<T> {
  const connection = connect(connections().path, { readonly: true });
  try {
    connection.exec('BEGIN');
    return await read(drizzle(connection, { schema }));
  } finally {
    connection.close();
  }
}

/** True when the database answers. */
export function databaseAnswers(): boolean {
  return open?.reader.prepare('select 1').pluck().get() === 1;
}

/** For the other files of db/. */
export function connections(): Connections {
  if (!open) throw new Error('The database is not open.');
  return open;
}
