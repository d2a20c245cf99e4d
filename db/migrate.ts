import type SQLite from 'better-sqlite3';
import { parseMoney } from './money';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const migrations = Object.keys(files)
  .sort()
  .map((name) => files[name]!.split('--> statement-breakpoint'));

/** Version that the first migration creates: the newest one before 1.0.0. */
export const BASELINE_VERSION = 38;
/** Check out this commit to upgrade an older database to `BASELINE_VERSION`. */
const LAST_COMMIT_BEFORE_BASELINE = '782935fa';

export const LATEST_VERSION = BASELINE_VERSION + migrations.length - 1;

/**
 * Returns `user_version`, which is 0 for a new database. Throws if the database is older than the
 * baseline or newer than this program.
 */
export function getSchemaVersion(connection: SQLite.Database): number {
  const version = connection.pragma('user_version', { simple: true }) as number;
  if (version > LATEST_VERSION)
    throw new Error(
      `The database is at version ${version}, this program knows version ${LATEST_VERSION}. Please start a newer release; nothing was changed.`,
    );
  if (version > 0 && version < BASELINE_VERSION)
    throw new Error(
      `The database is at version ${version}, from before 1.0.0. Please start the commit ${LAST_COMMIT_BEFORE_BASELINE} once, which upgrades it to version ${BASELINE_VERSION}; nothing was changed.`,
    );
  return version;
}

export function isUpToDate(connection: SQLite.Database): boolean {
  return getSchemaVersion(connection) === LATEST_VERSION;
}

export function isOutdated(connection: SQLite.Database): boolean {
  const version = getSchemaVersion(connection);
  return version > 0 && version < LATEST_VERSION;
}

function listMissingMigrations(version: number): string[][] {
  return version === 0 ? migrations : migrations.slice(version - BASELINE_VERSION + 1);
}

/**
 * Applies missing migrations in one transaction, with foreign keys off because recreating a table
 * would cascade to its children.
 */
export function migrate(connection: SQLite.Database): void {
  const missing = listMissingMigrations(getSchemaVersion(connection));
  if (!missing.length) return;
  addFunctions(connection);
  connection.pragma('foreign_keys = OFF');
  try {
    connection.exec('BEGIN EXCLUSIVE');
    for (const statement of missing.flat()) connection.exec(statement);
    const orphans = connection.pragma('foreign_key_check') as unknown[];
    if (orphans.length)
      throw new Error(
        `The migration would leave ${orphans.length} rows without their parent; nothing was changed.`,
      );
    connection.pragma(`user_version = ${LATEST_VERSION}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}

/** Functions that migrations call to fill derived columns again. */
function addFunctions(connection: SQLite.Database): void {
  const options = { deterministic: true };
  connection.function('parse_amount', options, (text) => parse(text)?.amount ?? null);
  connection.function('parse_currency', options, (text) => parse(text)?.currency ?? null);
}

function parse(text: unknown) {
  return typeof text === 'string' ? parseMoney(text) : undefined;
}
