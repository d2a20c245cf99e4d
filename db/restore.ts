import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { check, stamp, sync } from './backup';
import { databaseError } from './errors';
import { inUse, withLock } from './lock';
import { appliedMigrations } from './migrate';
import { copyToNewFile } from './owner';

const TABLES = ['users', 'sessions', 'pipelines', 'evaluations'];

/**
 * Replaces the database by a backup, and ends all its sessions and password links. Keeps the old
 * database and returns its path, if there was one. Throws, and changes nothing, if the backup is
 * damaged, not ours or newer than this program, or while another process uses the database.
 */
export function restoreBackup(
  file: string,
  database: string,
  now = new Date(),
): string | undefined {
  if (!existsSync(file)) throw new Error(`${file} does not exist`);
  checkOurs(file);
  return withLock(database, 'exclusive', () => {
    if (existsSync(database)) claim(database);
    const incoming = bringIn(file, database);
    // The old database gets a second name, so that at any moment the first one names a whole
    // database.
    const old = existsSync(database) ? `${database}.before-restore-${stamp(now)}` : undefined;
    if (old) copyToNewFile(database, old);
    if (old) sync(old);
    // A log that is left would be played into the new database.
    removeLogs(database);
    renameSync(incoming, database);
    sync(dirname(database));
    return old;
  });
}

/** A copy beside the database, ready to take its place. */
function bringIn(file: string, database: string): string {
  const incoming = `${database}.incoming`;
  removeLogs(incoming);
  rmSync(incoming, { force: true });
  copyToNewFile(file, incoming);
  endSessions(incoming);
  check(incoming);
  sync(incoming);
  return incoming;
}

export function removeLogs(database: string): void {
  for (const log of ['-wal', '-shm', '-journal']) rmSync(database + log, { force: true });
}

export function checkOurs(file: string): void {
  check(file);
  const connection = new SQLite(file, { readonly: true });
  try {
    appliedMigrations(connection);
    const tables = new Set(
      connection.prepare("select name from sqlite_master where type = 'table'").pluck().all(),
    );
    if (!TABLES.every((table) => tables.has(table)))
      throw new Error(`${file} is no database of this program`);
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
  connection.pragma('journal_mode = DELETE');
  connection.exec('DELETE FROM sessions; DELETE FROM password_links');
  connection.close();
}
