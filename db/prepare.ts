import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { copyDatabase } from './backup';
import { appliedMigrations, isOutdated, isUpToDate, migrate } from './migrate';

/** SQLite's own wait blocks every other request. */
const BUSY_TIMEOUT = 'busy_timeout = 20';

/**
 * Reads an existing file before anything is written: setting WAL would already change a file that
 * is not for us. True when there is nothing to create or upgrade: then a worker reads it through
 * after the start, any other file is read through here.
 */
export function isReady(path: string): boolean {
  if (!existsSync(path) || statSync(path).size === 0) return false;
  accessSync(path, constants.W_OK);
  const reader = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const tables = reader
      .prepare("select count(*) from sqlite_master where type = 'table'")
      .pluck()
      .get();
    if (!appliedMigrations(reader) && tables)
      throw new Error(`${path} is a database of another program`);
    const isOurs = reader.pragma('journal_mode', { simple: true }) === 'wal' && isUpToDate(reader);
    if (!isOurs) refuseDamaged(reader, path);
    return isOurs;
  } catch (error) {
    // A crash cut off a change of the journal mode; a connection that may write takes it back.
    if ((error as { code?: string }).code === 'SQLITE_READONLY_ROLLBACK') return false;
    throw error;
  } finally {
    reader.close();
  }
}

function refuseDamaged(reader: SQLite.Database, path: string): void {
  const found = reader.pragma('quick_check(1)', { simple: true });
  if (found !== 'ok')
    throw new Error(
      `${path} is damaged (${String(found).trim()}). Restore a backup: npm run restore FILE`,
    );
}

/** Creates a database, or upgrades an older one that it backs up first. */
export function prepare(path: string, backups: string): string | undefined {
  const writer = connectWriter(path);
  try {
    const backup = isOutdated(writer) ? backUpFirst(path, backups) : undefined;
    migrate(writer);
    return backup;
  } finally {
    writer.close();
  }
}

/** Opens a connection for writing. Waits while another process recovers the log. */
export function connectWriter(path: string): SQLite.Database {
  const writer = new SQLite(path);
  try {
    chmodSync(path, 0o600);
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

function backUpFirst(path: string, backups: string): string {
  try {
    return copyDatabase(path, backups);
  } catch (error) {
    throw new Error(
      `The database was not upgraded, because its backup failed: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

export function connect(path: string, options: SQLite.Options): SQLite.Database {
  const connection = new SQLite(path, options);
  connection.pragma(BUSY_TIMEOUT);
  return connection;
}
