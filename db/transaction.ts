import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type SQLite from 'better-sqlite3';
import { checkFreeSpace } from './disk';
import { type Connections, connections, type Db } from './client';
import { DatabaseError, databaseError } from './errors';

/** How long a write waits for another program, in ms. Tests set a shorter time. */
const writePatience = () => Number(process.env.WRITE_PATIENCE ?? 3_000);

interface Running {
  id: string;
  isOver: boolean;
  afterwards: (() => void)[];
}
const running = new AsyncLocalStorage<Running>();

/** Functions that begin the waiting writes, in the order of the requests. The first one is running. */
const queue: (() => void)[] = [];
/** When the running write began, by `performance.now`. */
let runningSince = 0;

/** Returns how many writes run or wait, and for how many ms the first one has run. */
export function writeQueue(): { length: number; runningMs: number | undefined } {
  const { length } = queue;
  return { length, runningMs: length ? performance.now() - runningSince : undefined };
}

/**
 * Runs `work` in a write transaction. Writes queue, so a nested call throws: it would wait for
 * itself. Throws a DatabaseError if the database is full, locked or not accessible.
 */
export async function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const until = Date.now() + writePatience();
  return inWriteTurn(async () => {
    checkFreeSpace(connections().path);
    return run(connections(), work, until);
  });
}

/** Writes on a full disk, too, as far as it can: for signing in and out, and for what frees space. */
export async function transactionInReserve<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  const until = Date.now() + writePatience();
  return inWriteTurn(() => run(connections(), work, until));
}

/**
 * The same for a write that can be tried later: throws the DatabaseError busy immediately if
 * anything else is being written.
 */
export async function transactionIfIdle<T>(work: (tx: Db) => Promise<T>): Promise<T> {
  if (queue.length && !isWithin()) throw new DatabaseError('busy');
  return inWriteTurn(() => run(connections(), work, 0));
}

/** Runs `work` while nobody else writes; within it, `transactionOver` writes. */
export async function inWriteTurn<T>(work: () => Promise<T>): Promise<T> {
  if (isWithin()) throw new Error(NESTED);
  await new Promise<void>((begin) => {
    queue.push(begin);
    if (queue.length === 1) begin();
  });
  runningSince = performance.now();
  try {
    return await work();
  } finally {
    queue.shift();
    queue[0]?.();
  }
}

/** A transaction over another connection than the product's own. */
export async function transactionOver<T>(
  over: Pick<Connections, 'writer' | 'tx'>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  checkFreeSpace(connections().path);
  return run(over, work, Date.now() + writePatience());
}

const NESTED =
  'transaction() was called within a transaction. Pass the `tx` of the outer one on instead.';

/** False for work that a transaction did not wait for, once it is over. */
function isWithin(): boolean {
  return running.getStore()?.isOver === false;
}

async function run<T>(
  { writer, tx }: Pick<Connections, 'writer' | 'tx'>,
  work: (tx: Db) => Promise<T>,
  until: number,
): Promise<T> {
  const id = randomBytes(12).toString('base64url');
  const current: Running = { id, isOver: false, afterwards: [] };
  try {
    await begin(writer, until);
    const result = await running.run(current, () => work(tx));
    writer.exec('COMMIT');
    for (const followUp of current.afterwards) followUp();
    return result;
  } catch (error) {
    tryRollBack(writer);
    throw databaseError(error) ?? error;
  } finally {
    current.isOver = true;
  }
}

/** Within a transaction: what the history calls it (see app/models/history/act.ts). */
export function transactionId(): string {
  return running.getStore()!.id;
}

/** Within a transaction: runs `work` after the commit; never after a rollback. */
export function afterCommit(work: () => void): void {
  running.getStore()!.afterwards.push(work);
}

function rollBack(writer: SQLite.Database): void {
  if (writer.inTransaction) writer.exec('ROLLBACK');
}

/** If this fails, the next transaction tries again and reports why. */
function tryRollBack(writer: SQLite.Database): void {
  try {
    rollBack(writer);
  } catch {
    // The transaction's own error is thrown.
  }
}

/** Sleeps between tries, as SQLite's busy wait would block other requests. Tries at least once. */
async function begin(writer: SQLite.Database, until: number): Promise<void> {
  rollBack(writer);
  for (;;) {
    try {
      writer.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (databaseError(error)?.kind !== 'busy') throw error;
      if (Date.now() > until) throw new DatabaseError('busy');
      await sleep(25);
    }
  }
}
