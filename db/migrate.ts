import type SQLite from 'better-sqlite3';
import { buildSearchText, foldText, refoldSearchText } from './fold';
import { parseMoney } from './money';

const files = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const migrations = Object.keys(files)
  .sort()
  .map((name) => files[name]!.split('--> statement-breakpoint'));

export const LATEST_VERSION = migrations.length;

/** Returns `user_version`. Throws if the database is newer than this program. */
export function countAppliedMigrations(connection: SQLite.Database): number {
  const applied = connection.pragma('user_version', { simple: true }) as number;
  if (applied <= migrations.length) return applied;
  throw new Error(
    `The database is at version ${applied}, this program knows version ${migrations.length}. Please start a newer release; nothing was changed.`,
  );
}

export function isUpToDate(connection: SQLite.Database): boolean {
  return countAppliedMigrations(connection) === migrations.length;
}

/** Detects a non-empty database of an older release. */
export function isOutdated(connection: SQLite.Database): boolean {
  const applied = countAppliedMigrations(connection);
  return applied > 0 && applied < migrations.length;
}

/**
 * Applies missing migrations in one transaction, with foreign keys off because recreating a table
 * would cascade to its children.
 */
export function migrate(connection: SQLite.Database): void {
  const applied = countAppliedMigrations(connection);
  if (applied === migrations.length) return;
  // Migrations fill search columns with these functions.
  connection.function('folded', foldText);
  connection.function('refolded', refoldSearchText);
  connection.function('search_text_of', { varargs: true }, buildSearchText);
  connection.function('amount_of', (text: string | null) => parseMoney(text)?.amount ?? null);
  connection.function('currency_of', (text: string | null) => parseMoney(text)?.currency ?? null);
  connection.pragma('foreign_keys = OFF');
  try {
    connection.exec('BEGIN EXCLUSIVE');
    for (const statement of migrations.slice(applied).flat()) connection.exec(statement);
    const orphans = connection.pragma('foreign_key_check') as unknown[];
    if (orphans.length)
      throw new Error(
        `The migration would leave ${orphans.length} rows without their parent; nothing was changed.`,
      );
    connection.pragma(`user_version = ${migrations.length}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  } finally {
    connection.pragma('foreign_keys = ON');
  }
}
