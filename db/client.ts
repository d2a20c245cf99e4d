import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { appliedMigrations, migrate } from './migrate';
import * as schema from './schema';

export type Db = BetterSQLite3Database<typeof schema>;

/** How long a write waits for another process to let go of the database, in ms. */
const LOCK_PATIENCE = 3_000;

interface Connections {
  path: string;
  reader: SQLite.Database;
  writer: SQLite.Database;
  tx: Db;
}
let open: Connections | undefined;
let lastWrite: Promise<unknown> = Promise.resolve();

/** For reading. It is opened read-only: every write goes through `transaction`. */
export let db: Db;

/** The file behind a `file:` URL, absolute. */
export function databasePath(url: string): string {
  return resolve(url.replace(/^file:/, ''));
}

/** Opens (and creates, and migrates) the database once per process. Throws with a clear message when it cannot. */
export function openDatabase(url: string): void {
  const path = databasePath(url);
  if (open?.path === path) return;
  closeDatabase();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const writer = connect(path, {});
  try {
    prepare(writer, path);
  } catch (error) {
    writer.close();
    throw error;
  }
  const reader = connect(path, { readonly: true });
  open = { path, reader, writer, tx: drizzle(writer, { schema }) };
  db = drizzle(reader, { schema });
}

/** Makes a connection fit to write. The version is looked at first: setting WAL would already change a file that is not for us. */
function prepare(writer: SQLite.Database, path: string): void {
  appliedMigrations(writer);
  chmodSync(path, 0o600);
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  writer.pragma('foreign_keys = ON');
  const durable = [writer.pragma('journal_mode', { simple: true }), writer.pragma('synchronous', { simple: true }), writer.pragma('foreign_keys', { simple: true })];
  if (durable.join() !== 'wal,2,1') throw new Error(`${path}: the database did not take WAL, synchronous FULL and foreign keys (${durable.join()})`);
  migrate(writer);
}

export function closeDatabase(): void {
  open?.reader.close();
  open?.writer.close();
  open = undefined;
  kept.clear();
  keptVersion = undefined;
}

function connect(path: string, options: SQLite.Options): SQLite.Database {
  const connection = new SQLite(path, options);
  connection.pragma('busy_timeout = 20');
  return connection;
}

/**
 * Runs `work` in one write transaction: all of it is stored, or nothing is. Writes take turns.
 * Throws a 503 response when another process keeps the database locked.
 */
export function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const turn = lastWrite.then(() => runTransaction(work));
  lastWrite = turn.catch(() => undefined);
  return turn;
}

async function runTransaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const { writer, tx } = opened();
  await begin(writer);
  try {
    const result = await work(tx);
    writer.exec('COMMIT');
    return result;
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK');
    throw error;
  }
}

/** SQLite's own busy wait would block every other request, so this one sleeps between short tries. */
async function begin(writer: SQLite.Database): Promise<void> {
  const until = Date.now() + LOCK_PATIENCE;
  for (;;) {
    try {
      writer.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!(error instanceof SQLite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
      if (Date.now() > until) throw Response.json({ message: 'The database is busy. Please try again in a moment.' }, { status: 503, headers: { 'Retry-After': '5' } });
      await sleep(25);
    }
  }
}

/** A view of the data that stays as it is while `read` runs, however long it takes. */
export async function snapshot<T>(read: (db: Db) => Promise<T>): Promise<T> {
  const connection = connect(opened().path, { readonly: true });
  try {
    connection.exec('BEGIN');
    return await read(drizzle(connection, { schema }));
  } finally {
    connection.close();
  }
}

/** Changes with every commit to the database, of whichever process. */
function dataVersion(): number {
  return opened().reader.pragma('data_version', { simple: true }) as number;
}

const MAX_KEPT = 200;
const kept = new Map<string, unknown>();
let keptVersion: number | undefined;

/**
 * What `read` answers, read anew only after something was written. `key` names all that the answer depends on but the data.
 * What was read while somebody wrote is not kept: it may be of either side.
 */
export async function keptUntilWrite<T>(key: string, read: () => Promise<T>): Promise<T> {
  const version = dataVersion();
  if (version !== keptVersion || kept.size > MAX_KEPT) {
    kept.clear();
    keptVersion = version;
  }
  if (kept.has(key)) return kept.get(key) as T;
  const answer = await read();
  if (dataVersion() === version && keptVersion === version) kept.set(key, answer);
  return answer;
}

/** True when the database answers. */
export function databaseAnswers(): boolean {
  return open?.reader.prepare('select 1').pluck().get() === 1;
}

/** True for the error of an insert or update that breaks a unique index. */
export function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof SQLite.SqliteError && cause.code === 'SQLITE_CONSTRAINT_UNIQUE';
}

function opened(): Connections {
  if (!open) throw new Error('The database is not open.');
  return open;
}
