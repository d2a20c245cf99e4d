import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { createFolder, ensureFile } from './create-files';
import { DatabaseInUseError, toDatabaseError } from './errors';

/** Time to wait for another process, which blocks. Tests set a shorter one. */
const getLockTimeoutMs = () => Number(process.env.LOCK_TIMEOUT_MS ?? 5_000);

type LockMode = keyof typeof BEGIN_STATEMENTS;
const BEGIN_STATEMENTS = {
  shared: 'BEGIN; SELECT * FROM sqlite_master',
  exclusive: 'BEGIN EXCLUSIVE',
};

/**
 * Locks a database: `shared` to use it, `exclusive` to replace or upgrade it. SQLite locks an empty
 * file beside it, which is never replaced, until the process ends.
 */
export function lockDatabase(
  database: string,
  mode: LockMode,
  timeoutMs = getLockTimeoutMs(),
): () => void {
  const file = getLockFile(database);
  createFolder(dirname(file));
  ensureFile(file);
  const connection = new SQLite(file, { timeout: timeoutMs });
  try {
    chmodSync(file, 0o600);
    connection.pragma('journal_mode = MEMORY');
    connection.exec(BEGIN_STATEMENTS[mode]);
  } catch (error) {
    connection.close();
    throw toDatabaseError(error)?.kind === 'busy' ? new DatabaseInUseError(database, error) : error;
  }
  return () => {
    connection.close();
  };
}

export function getLockFile(database: string): string {
  return `${database}.lock`;
}

export function withLock<T>(database: string, mode: LockMode, work: () => T): T {
  const unlock = lockDatabase(database, mode);
  try {
    return work();
  } finally {
    unlock();
  }
}
