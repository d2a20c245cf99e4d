import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { backUp, backupFolder } from './backup';
import { DatabaseRefused } from './errors';
import { appliedMigrations, isOutdated, migrate } from './migrate';
import * as schema from './schema';

export type Db = BetterSQLite3Database<typeof schema>;

interface Connections {
  path: string;
  reader: SQLite.Database;
  writer: SQLite.Database;
  tx: Db;
}
let open: Connections | undefined;

/** Counts anew what SQLite plans queries by, of each table that was never counted or has grown or shrunk tenfold; it looks at a sample. */
export const OPTIMIZE = 'optimize = 0x10012';

/** For reading. It is opened read-only: every write goes through `transaction`. */
export let db: Db;

/** The file behind a `file:` URL, absolute. */
export function databasePath(url: string): string {
  return resolve(url.replace(/^file:/, ''));
}

/**
 * Opens (and creates, and upgrades) the database once per process. An older one is backed up first,
 * into `backups`; returns that backup's path. Throws with a clear message when it cannot.
 */
export function openDatabase(
  url: string,
  backups = backupFolder(databasePath(url)),
): string | undefined {
  const path = databasePath(url);
  if (open?.path === path) return undefined;
  closeDatabase();
  const { writer, backup } = openWriter(path, backups);
  const reader = connect(path, { readonly: true });
  open = { path, reader, writer, tx: drizzle(writer, { schema }) };
  db = drizzle(reader, { schema });
  return backup;
}

/** Opens an existing, upgraded database for reading alone, as a worker thread does. */
export function openReader(url: string): void {
  const path = databasePath(url);
  if (open?.path === path) return;
  closeDatabase();
  const reader = connect(path, { readonly: true });
  db = drizzle(reader, { schema });
  open = { path, reader, writer: reader, tx: db };
}

/** Throws one clear line about a database that is damaged, not ours to write, or newer than this program; its file stays as it is. */
function openWriter(
  path: string,
  backups: string,
): { writer: SQLite.Database; backup: string | undefined } {
  let writer: SQLite.Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    appearance(path);
    writer = connect(path, {});
    return { writer, backup: prepare(writer, path, backups) };
  } catch (error) {
    writer?.close();
    throw new DatabaseRefused(path, error);
  }
}

/** Reads an existing file through before anything is written: setting WAL would already change a file that is not for us. */
function appearance(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  accessSync(path, constants.W_OK);
  const reader = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const tables = reader
      .prepare("select count(*) from sqlite_master where type = 'table'")
      .pluck()
      .get();
    if (!appliedMigrations(reader) && tables) {
      throw new Error(`${path} is a database of another program`);
    }
    const found = String(reader.pragma('quick_check(1)', { simple: true })).trim();
    if (found !== 'ok') {
      throw new Error(`${path} is damaged (${found}). Restore a backup: npm run restore FILE`);
    }
  } finally {
    reader.close();
  }
}

/** Makes a connection fit to write, and its database fit for this program: an older one is backed up, then upgraded. */
function prepare(writer: SQLite.Database, path: string, backups: string): string | undefined {
  chmodSync(path, 0o600);
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  const settings = ['journal_mode', 'synchronous', 'foreign_keys'];
  const taken = settings.map((name) => writer.pragma(name, { simple: true })).join();
  if (taken !== 'wal,2,1') {
    throw new Error(
      `${path}: the database did not take WAL, synchronous FULL and foreign keys (${taken})`,
    );
  }
  const backup = isOutdated(writer) ? backUpFirst(path, backups) : undefined;
  migrate(writer);
  writer.pragma(OPTIMIZE);
  return backup;
}

function backUpFirst(path: string, backups: string): string {
  try {
    return backUp(path, backups);
  } catch (error) {
    throw new Error(
      `The database was not upgraded, because its backup failed: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

export function closeDatabase(): void {
  open?.reader.close();
  open?.writer.close();
  open = undefined;
}

function connect(path: string, options: SQLite.Options): SQLite.Database {
  const connection = new SQLite(path, options);
  connection.pragma('busy_timeout = 20');
  return connection;
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
