import type SQLite from 'better-sqlite3';
import { getTableName, is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, getConnections, openConnection } from './client';
import { DatabaseError, toDatabaseError } from './errors';
import * as schema from './schema';
import {
  ADDED_TABLES,
  CHANGED_TABLES,
  COLLABORATORS_TABLE,
  MIN_PROVISIONAL_ID,
  prepareStagedCopy,
} from './staged-copy';
import { cacheStatements } from './statement-cache';
import { runTransactionOn, withWriteSlot } from './transaction';

/**
 * Large writes run in a temporary database, which SQLite deletes with its connection, and are
 * copied in one transaction.
 */

export interface StagedDatabase {
  /** Reads and writes staged deals, adds to history and trash, and reads other tables. */
  tx: Db;
  /** Copies deals into the staged database to read or change, with evaluations, transfers and `TABLES_OF_DEALS`. */
  stageDeals(ids: number[]): void;
  stageImport(id: number): void;
}

const MAX_ATTEMPTS = 5;

/**
 * Stores all or nothing of long work (rule 16.78), and repeats it if its data changed meanwhile.
 * Throws a DatabaseError of kind 'overtaken' if others change it all the time.
 */
export async function runStagedWrite<T>(work: (staged: StagedDatabase) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const written = await tryStagedWrite(work);
    if (written) return written.value;
  }
  throw new DatabaseError('overtaken');
}

const TABLES_OF_DEALS = ['contacts', 'shares', COLLABORATORS_TABLE] as const;

async function tryStagedWrite<T>(
  work: (staged: StagedDatabase) => Promise<T>,
): Promise<{ value: T } | undefined> {
  const { path } = getConnections();
  // SQLite opens a temporary file for an empty name.
  const connection = cacheStatements(openConnection('', {}));
  try {
    prepareStagedDatabase(connection, path);
    const tx = drizzle(connection, { schema });
    connection.exec('BEGIN');
    const lastEventId = getLastHistoryEventId(connection);
    const value = await work({ tx, ...createStagingFunctions(connection) });
    connection.exec('COMMIT');
    const copyChanges = await prepareStagedCopy(connection, lastEventId);
    removeWriteGuards(connection);
    const isCopied = await withWriteSlot(() =>
      runTransactionOn({ writer: connection, tx }, copyChanges),
    );
    return isCopied ? { value } : undefined;
  } catch (error) {
    throw toDatabaseError(error) ?? error;
  } finally {
    connection.close();
  }
}

const STAGED_TABLES = [...Object.keys({ ...CHANGED_TABLES, ...ADDED_TABLES }), COLLABORATORS_TABLE];

function prepareStagedDatabase(connection: SQLite.Database, path: string): void {
  connection.pragma('journal_mode = OFF');
  connection.pragma('foreign_keys = OFF');
  connection.exec("ATTACH '' AS before");
  connection.prepare('ATTACH ? AS real').run(path);
  connection.pragma('real.synchronous = FULL');
  // In KB: with SQLite's default of 2 MB, an undo of 20,000 rows kept others waiting twice as long.
  connection.pragma('real.cache_size = -32768');
  const sql = connection.prepare('SELECT sql FROM real.sqlite_master WHERE name = ?').pluck();
  for (const table of Object.values(schema).filter((table) => is(table, SQLiteTable))) {
    const name = getTableName(table);
    const isStaged = STAGED_TABLES.includes(name);
    connection.exec(isStaged ? (sql.get(name) as string) : buildWriteGuards(name));
  }
  for (const [name, key] of Object.entries(CHANGED_TABLES)) {
    connection.exec(`CREATE TABLE before.${name} AS SELECT * FROM real.${name} WHERE false`);
    connection.exec(`CREATE UNIQUE INDEX before.${name}_key ON ${name} (${key})`);
  }
  connection.exec(
    `CREATE TABLE before.${COLLABORATORS_TABLE} AS SELECT * FROM real.${COLLABORATORS_TABLE} WHERE false`,
  );
  for (const schema of ['main', 'before'])
    for (const name of TABLES_OF_DEALS)
      connection.exec(`CREATE INDEX ${schema}.${name}_deal ON ${name} (pipeline_id)`);
  for (const name of ['pipelines', 'contacts'])
    connection
      .prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
      .run(name, MIN_PROVISIONAL_ID);
}

/** Fails writes to other tables, which would be stored immediately and outside the transaction. */
function buildWriteGuards(table: string): string {
  const raise = "BEGIN SELECT raise(ABORT, 'runStagedWrite does not write this table'); END;";
  return ['INSERT', 'UPDATE', 'DELETE']
    .map(
      (action) =>
        `CREATE TEMP TRIGGER "${table} ${action}" BEFORE ${action} ON real."${table}" ${raise}`,
    )
    .join(' ');
}

/** Cascades of deleted rows reach all tables. */
function removeWriteGuards(connection: SQLite.Database): void {
  const triggers = connection.prepare("SELECT name FROM temp.sqlite_master WHERE type = 'trigger'");
  for (const name of triggers.pluck().all() as string[])
    connection.exec(`DROP TRIGGER temp."${name}"`);
  connection.pragma('foreign_keys = ON');
}

function getLastHistoryEventId(connection: SQLite.Database): number {
  return connection
    .prepare('SELECT coalesce(max(id), 0) FROM real.changes')
    .pluck()
    .get() as number;
}

function createStagingFunctions(
  connection: SQLite.Database,
): Pick<StagedDatabase, 'stageDeals' | 'stageImport'> {
  const copyRows = (name: string, ids: number[], key: string) => {
    const isWanted = `${key} IN (SELECT value FROM json_each(?))`;
    const isNew = `${key} NOT IN (SELECT ${key} FROM before.${name})`;
    const from = `SELECT * FROM real.${name} WHERE ${isWanted} AND ${isNew}`;
    const keys = JSON.stringify(ids);
    connection.prepare(`INSERT INTO main.${name} ${from}`).run(keys);
    connection.prepare(`INSERT INTO before.${name} ${from}`).run(keys);
  };
  return {
    stageDeals(ids) {
      for (const name of ['evaluations', 'hand_overs', 'pipelines'] as const)
        copyRows(name, ids, CHANGED_TABLES[name]);
      for (const name of TABLES_OF_DEALS) copyRows(name, ids, 'pipeline_id');
    },
    stageImport: (id) => copyRows('imports', [id], CHANGED_TABLES.imports),
  };
}
