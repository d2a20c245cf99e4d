import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { databaseError } from './errors';

/**
 * How long to wait for another process, in ms. It blocks: a server has not started yet, a command
 * does nothing else.
 */
const PATIENCE = 5_000;

type Mode = keyof typeof BEGIN;
const BEGIN = { shared: 'BEGIN; SELECT * FROM sqlite_master', exclusive: 'BEGIN EXCLUSIVE' };

/**
 * Locks a database for this process: `shared` to use it, `exclusive` to replace, create or upgrade
 * it. Returns what unlocks it. Throws one clear line when another process is in the way for
 * `patience` ms.
 *
 * The lock is SQLite's own on an empty file beside the database, `….lock`: unlike the database
 * itself that file is never replaced, so who waited cannot be left with the one that was. The
 * system ends it with its process, however that ends.
 */
export function lockDatabase(database: string, mode: Mode, patience = PATIENCE): () => void {
  const file = `${database}.lock`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const connection = new SQLite(file, { timeout: patience });
  try {
    chmodSync(file, 0o600);
    connection.pragma('journal_mode = MEMORY');
    connection.exec(BEGIN[mode]);
  } catch (error) {
    connection.close();
    throw databaseError(error)?.kind === 'busy'
      ? new Error(inUse(database), { cause: error })
      : error;
  }
  return () => void connection.close();
}

/** Does `work` with the database locked. Throws what `lockDatabase` and `work` throw. */
export function withLock<T>(database: string, mode: Mode, work: () => T): T {
  const unlock = lockDatabase(database, mode);
  try {
    return work();
  } finally {
    unlock();
  }
}

/** What to tell whoever came second. */
export function inUse(database: string): string {
  return `${database} is in use by another process. Stop it first, or try again in a moment; nothing was changed.`;
}
