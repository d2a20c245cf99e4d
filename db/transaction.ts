import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import pLimit from 'p-limit';
import { type Connections, type Db, getConnections } from './client';
import { assertFreeSpace } from './disk';
import { DatabaseError, toDatabaseError } from './errors';

/** Time that a write waits for another program. Tests set a shorter one. */
const getWriteTimeoutMs = () => Number(process.env.WRITE_TIMEOUT_MS ?? 3_000);

interface RunningTransaction {
  id: string;
  isOver: boolean;
  afterCommit: (() => void)[];
}
const transactionContext = new AsyncLocalStorage<RunningTransaction>();

const writeQueue = pLimit(1);
/** Start of the running write, by `performance.now`. */
let runningSince = 0;

export function getWriteQueue(): { length: number; runningMs: number | undefined } {
  const length = writeQueue.activeCount + writeQueue.pendingCount;
  return { length, runningMs: length ? performance.now() - runningSince : undefined };
}

/** Runs `work` in a write transaction. Writes queue, so a nested call throws: it would wait for itself. */
export async function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const until = Date.now() + getWriteTimeoutMs();
  return withWriteSlot(async () => {
    assertFreeSpace(getConnections().path);
    return runTransaction(getConnections(), work, until);
  });
}

/** Writes even on a full disk, for signing in and out, and for writes that free space. */
export async function transactionUsingReserve<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const until = Date.now() + getWriteTimeoutMs();
  return withWriteSlot(() => runTransaction(getConnections(), work, until));
}

/** Throws a DatabaseError of kind 'busy' immediately if another write runs or waits. */
export async function transactionIfIdle<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  if (getWriteQueue().length && !isInTransaction()) throw new DatabaseError('busy');
  return withWriteSlot(() => runTransaction(getConnections(), work, 0));
}

/** Runs `work` while nobody else writes; use `runTransactionOn` inside. */
export async function withWriteSlot<T>(work: () => Promise<T>): Promise<T> {
  if (isInTransaction()) throw new Error(NESTED_MESSAGE);
  return writeQueue(() => {
    runningSince = performance.now();
    return work();
  });
}

export async function runTransactionOn<T>(
  connections: Pick<Connections, 'writer' | 'tx'>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  assertFreeSpace(getConnections().path);
  return runTransaction(connections, work, Date.now() + getWriteTimeoutMs());
}

const NESTED_MESSAGE =
  'transaction() was called within a transaction. Pass the `tx` of the outer one on instead.';

/** Returns false for work that outlives its transaction. */
function isInTransaction(): boolean {
  return transactionContext.getStore()?.isOver === false;
}

async function runTransaction<T>(
  { writer, tx }: Pick<Connections, 'writer' | 'tx'>,
  work: (tx: Db) => Promise<T>,
  until: number,
): Promise<T> {
  const id = randomBytes(12).toString('base64url');
  const current: RunningTransaction = { id, isOver: false, afterCommit: [] };
  try {
    await beginTransaction(writer, until);
    const result = await transactionContext.run(current, () => work(tx));
    writer.exec('COMMIT');
    for (const followUp of current.afterCommit) followUp();
    return result;
  } catch (error) {
    tryRollBack(writer);
    throw toDatabaseError(error) ?? error;
  } finally {
    current.isOver = true;
  }
}

/** Call within a transaction. The history derives its operation id from this. */
export function getTransactionId(): string {
  return transactionContext.getStore()!.id;
}

/** Call within a transaction. Runs `work` after the commit, never after a rollback. */
export function runAfterCommit(work: () => void): void {
  transactionContext.getStore()!.afterCommit.push(work);
}

function rollBack(writer: SQLite.Database): void {
  if (writer.inTransaction) writer.exec('ROLLBACK');
}

/** If this fails, the next transaction tries again and reports the reason. */
function tryRollBack(writer: SQLite.Database): void {
  try {
    rollBack(writer);
  } catch {
    // The caller throws the transaction's own error.
  }
}

/** Sleeps between attempts, as SQLite's busy wait would block other requests. */
async function beginTransaction(writer: SQLite.Database, until: number): Promise<void> {
  rollBack(writer);
  for (;;) {
    try {
      writer.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (toDatabaseError(error)?.kind !== 'busy') throw error;
      if (Date.now() > until) throw new DatabaseError('busy');
      await sleep(25);
    }
  }
}
