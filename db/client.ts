import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { backUp, backupFolder } from './backup';
import { appliedMigrations, isOutdated, migrate } from './migrate';
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
/** What the running transaction has to do once it is stored. */
const afterwards: (() => void)[] = [];

let report = (error: unknown): void => console.error(error);

/** Where to tell what SQLite failed at, besides the answer that the caller gets. */
export function reportDatabaseErrors(to: (error: unknown) => void): void {
  report = to;
}

/** For reading. It is opened read-only: every write goes through `transaction`. */
export let db: Db;

/** The file behind a `file:` URL, absolute. */
export function databasePath(url: string): string {
  return resolve(url.replace(/^file:/, ''));
}

/**
 * Opens (and creates, and upgrades) the database once per process. An older one is backed up first, into `backups`; returns
 * that backup's path. Throws with a clear message when it cannot.
 */
export function openDatabase(url: string, backups = backupFolder(databasePath(url))): string | undefined {
  const path = databasePath(url);
  if (open?.path === path) return undefined;
  closeDatabase();
  const { writer, backup } = openWriter(path, backups);
  const reader = connect(path, { readonly: true });
  open = { path, reader, writer, tx: drizzle(writer, { schema }) };
  db = drizzle(reader, { schema });
  return backup;
}

/** Throws one clear line about a database that is damaged, not ours to write, or newer than this program; its file stays as it is. */
function openWriter(path: string, backups: string): { writer: SQLite.Database; backup: string | undefined } {
  let writer: SQLite.Database | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    look(path);
    writer = connect(path, {});
    return { writer, backup: prepare(writer, path, backups) };
  } catch (error) {
    writer?.close();
    const { message, code = '' } = error as Error & { code?: string };
    const reason = REASONS.find(([known]) => code.startsWith(known))?.[1];
    throw new DatabaseRefused(reason ? `${path} ${reason}` : message, { cause: error });
  }
}

/** A database that cannot be used, with a reason that the person at the box can act on. */
class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}

const REASONS: [code: string, reason: string][] = [
  ['SQLITE_NOTADB', 'is no database, or its beginning is damaged. Restore a backup: npm run restore FILE'],
  ['SQLITE_CORRUPT', 'is damaged. Restore a backup: npm run restore FILE'],
  ['SQLITE_READONLY', 'cannot be written by this user'],
  ['SQLITE_CANTOPEN', 'cannot be opened or created by this user'],
  ['SQLITE_BUSY', 'is locked by another program'],
  ['SQLITE_FULL', 'cannot grow: the disk is full'],
  ['EACCES', 'cannot be opened or created by this user'],
  ['EPERM', 'cannot be opened or created by this user'],
  ['EROFS', 'is on a disk that cannot be written'],
];

/** Reads an existing file through before anything is written: setting WAL would already change a file that is not for us. */
function look(path: string): void {
  if (!existsSync(path) || statSync(path).size === 0) return;
  accessSync(path, constants.W_OK);
  const reader = new SQLite(path, { readonly: true, fileMustExist: true });
  try {
    const tables = reader.prepare("select count(*) from sqlite_master where type = 'table'").pluck().get();
    if (!appliedMigrations(reader) && tables) throw new Error(`${path} is a database of another program`);
    const found = reader.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Error(`${path} is damaged (${String(found).trim()}). Restore a backup: npm run restore FILE`);
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
  const durable = [writer.pragma('journal_mode', { simple: true }), writer.pragma('synchronous', { simple: true }), writer.pragma('foreign_keys', { simple: true })];
  if (durable.join() !== 'wal,2,1') throw new Error(`${path}: the database did not take WAL, synchronous FULL and foreign keys (${durable.join()})`);
  const backup = isOutdated(writer) ? backUpFirst(path, backups) : undefined;
  migrate(writer);
  return backup;
}

function backUpFirst(path: string, backups: string): string {
  try {
    return backUp(path, backups);
  } catch (error) {
    throw new Error(`The database was not upgraded, because its backup failed: ${(error as Error).message}`, { cause: error });
  }
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
 * Throws a 503 or 507 response when the database cannot be written at present.
 */
export function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const until = Date.now() + LOCK_PATIENCE;
  const turn = lastWrite.then(() => runTransaction(work, until));
  lastWrite = turn.catch(() => undefined);
  return turn;
}

async function runTransaction<T>(work: (tx: Db) => Promise<T>, until: number): Promise<T> {
  const { writer, tx } = opened();
  afterwards.length = 0;
  try {
    await begin(writer, until);
    const result = await work(tx);
    writer.exec('COMMIT');
    for (const followUp of afterwards.splice(0)) followUp();
    return result;
  } catch (error) {
    rollBack(writer);
    throw databaseRefusal(error) ?? error;
  }
}

/** Within a transaction: does `work` once it is stored, and never when it is rolled back. */
export function afterCommit(work: () => void): void {
  afterwards.push(work);
}

/** SQLite rolls back by itself after some errors; where even that fails, the next transaction tries again. */
function rollBack(writer: SQLite.Database): void {
  try {
    if (writer.inTransaction) writer.exec('ROLLBACK');
  } catch (error) {
    report(error);
  }
}

/** What to answer when the database itself fails, by SQLite's code; undefined for any other error. */
export function databaseRefusal(error: unknown): Response | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  if (!(cause instanceof SQLite.SqliteError)) return undefined;
  const [status, message] = FAILURES.find(([code]) => cause.code.startsWith(code))?.slice(1) as [number, string] | undefined ?? [];
  if (!status) return undefined;
  report(cause);
  return Response.json({ message }, { status, headers: { 'Retry-After': '5' } });
}

const BUSY = 'The database is busy. Please try again in a moment.';
const FAILURES: [code: string, status: number, message: string][] = [
  ['SQLITE_FULL', 507, 'There is no room left on the disk. Nothing was saved; please tell your administrator.'],
  ['SQLITE_BUSY', 503, BUSY],
  ...['SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_CANTOPEN'].map((code): [string, number, string] => [code, 503, 'The database cannot be used at present. Nothing was saved; please tell your administrator.']),
];

/** SQLite's own busy wait would block every other request, so this one sleeps between short tries: one at least, however long the queue was. */
async function begin(writer: SQLite.Database, until: number): Promise<void> {
  rollBack(writer);
  for (;;) {
    try {
      writer.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!(error instanceof SQLite.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
      if (Date.now() > until) throw Response.json({ message: BUSY }, { status: 503, headers: { 'Retry-After': '5' } });
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
