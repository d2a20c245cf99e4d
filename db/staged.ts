import type SQLite from 'better-sqlite3';
import { getTableName, is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { connect, connections, type Db } from './client';
import { databaseError } from './errors';
import { ADDED, CHANGED, mergeOf, PROVISIONAL } from './merge';
import * as schema from './schema';
import { inWriteTurn, transactionOver } from './transaction';

/**
 * Large writes, which would keep others waiting for seconds: they are made in a temporary database,
 * and copied from there in one transaction. SQLite deletes that database with its connection, also
 * after a crash.
 */

export interface Staged {
  /** Reads and writes deals that were taken, adds to history and trash, and reads other tables. */
  tx: Db;
  /** Copies deals that are to be read or changed, with evaluations, hand-overs and contacts. */
  takeDeals(ids: number[]): void;
  takeImport(id: number): void;
}

/**
 * Runs `work`, which may take seconds, and stores all that it has written, or nothing: rule 16.78. If
 * somebody has changed meanwhile what it was made from, it runs again, and then others wait for it.
 * Others waited 2.5 instead of 24 s for an import of 20,000 rows on a busy machine.
 */
export async function stagedWrite<T>(work: (staged: Staged) => Promise<T>): Promise<T> {
  const first = await attempt(work, inWriteTurn);
  if (first) return first.value;
  return inWriteTurn(async () => (await attempt(work, (merge) => merge()))!.value);
}

/** Of one connection; lists of other lengths of ids have statements of their own. */
const MOST_STATEMENTS = 200;

type InTurn = (merge: () => Promise<boolean>) => Promise<boolean>;

/** Undefined if it was made from what has been changed since. */
async function attempt<T>(
  work: (staged: Staged) => Promise<T>,
  inTurn: InTurn,
): Promise<{ value: T } | undefined> {
  const { path } = connections();
  // To SQLite, an empty name is a temporary file.
  const connection = keepStatements(connect('', {}));
  try {
    prepare(connection, path);
    const tx = drizzle(connection, { schema });
    connection.exec('BEGIN');
    const mark = lastChange(connection);
    const value = await work({ tx, ...takersOf(connection) });
    connection.exec('COMMIT');
    const merge = await mergeOf(connection, mark);
    allowAll(connection);
    return (await inTurn(() => transactionOver({ writer: connection, tx }, merge)))
      ? { value }
      : undefined;
  } catch (error) {
    throw databaseError(error) ?? error;
  } finally {
    connection.close();
  }
}

/**
 * Compiles the same SQL once: each part of the work runs the same few statements, over tables with
 * many triggers. An undo of 20,000 deals took 2.3 s of processor instead of 4.8.
 */
function keepStatements(connection: SQLite.Database): SQLite.Database {
  const statements = new Map<string, SQLite.Statement>();
  const compile = connection.prepare.bind(connection);
  const prepare = (sql: string): SQLite.Statement => {
    const known = statements.get(sql);
    if (known) return known.reader ? known.raw(false) : known;
    const statement = compile(sql);
    if (statements.size < MOST_STATEMENTS) statements.set(sql, statement);
    return statement;
  };
  return Object.assign(connection, { prepare });
}

function prepare(connection: SQLite.Database, path: string): void {
  connection.pragma('journal_mode = OFF');
  connection.pragma('foreign_keys = OFF');
  connection.exec("ATTACH '' AS before");
  connection.prepare('ATTACH ? AS real').run(path);
  connection.pragma('real.synchronous = FULL');
  // In KB: with SQLite's own 2 MB, an undo of 20,000 rows kept others waiting twice as long.
  connection.pragma('real.cache_size = -32768');
  const sql = connection.prepare('SELECT sql FROM real.sqlite_master WHERE name = ?').pluck();
  for (const table of Object.values(schema).filter((table) => is(table, SQLiteTable))) {
    const name = getTableName(table);
    const isStaged = Object.hasOwn(CHANGED, name) || Object.hasOwn(ADDED, name);
    connection.exec(isStaged ? (sql.get(name) as string) : refusal(name));
  }
  for (const [name, key] of Object.entries(CHANGED)) {
    connection.exec(`CREATE TABLE before.${name} AS SELECT * FROM real.${name} WHERE false`);
    connection.exec(`CREATE UNIQUE INDEX before.${name}_key ON ${name} (${key})`);
  }
  for (const schema of ['main', 'before'])
    connection.exec(`CREATE INDEX ${schema}.contacts_deal ON contacts (pipeline_id)`);
  for (const name of ['pipelines', 'contacts'])
    connection
      .prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
      .run(name, PROVISIONAL);
}

/** A write to it would be stored immediately, ahead of the writes that wait. */
function refusal(table: string): string {
  const raise = "BEGIN SELECT raise(ABORT, 'stagedWrite does not write this table'); END;";
  return ['INSERT', 'UPDATE', 'DELETE']
    .map(
      (action) =>
        `CREATE TEMP TRIGGER "${table} ${action}" BEFORE ${action} ON real."${table}" ${raise}`,
    )
    .join(' ');
}

/** The cascades of what is deleted reach all tables. */
function allowAll(connection: SQLite.Database): void {
  const triggers = connection.prepare("SELECT name FROM temp.sqlite_master WHERE type = 'trigger'");
  for (const name of triggers.pluck().all() as string[])
    connection.exec(`DROP TRIGGER temp."${name}"`);
  connection.pragma('foreign_keys = ON');
}

function lastChange(connection: SQLite.Database): number {
  return connection
    .prepare('SELECT coalesce(max(id), 0) FROM real.changes')
    .pluck()
    .get() as number;
}

function takersOf(connection: SQLite.Database): Pick<Staged, 'takeDeals' | 'takeImport'> {
  const take = (name: keyof typeof CHANGED, ids: number[], key: string = CHANGED[name]) => {
    const isAsked = `${key} IN (SELECT value FROM json_each(?))`;
    const isNew = `${key} NOT IN (SELECT ${key} FROM before.${name})`;
    const from = `SELECT * FROM real.${name} WHERE ${isAsked} AND ${isNew}`;
    const keys = JSON.stringify(ids);
    connection.prepare(`INSERT INTO main.${name} ${from}`).run(keys);
    connection.prepare(`INSERT INTO before.${name} ${from}`).run(keys);
  };
  return {
    takeDeals(ids) {
      for (const name of ['evaluations', 'hand_overs', 'pipelines'] as const) take(name, ids);
      take('contacts', ids, 'pipeline_id');
    },
    takeImport: (id) => take('imports', [id]),
  };
}
