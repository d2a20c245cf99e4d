import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { tooBusy } from '~/errors';
import { logError } from '~/log.server';
import type * as checkTasks from './check.js';
import type * as passwordTasks from './passwords.js';
import { BACKGROUND_NICENESS } from './priority';
import { queryRows } from './read.js';

/**
 * Runs work that would block other requests in worker threads, with a pool for each kind. Tasks
 * that know the domain are in jobs/.
 */

const pools: Piscina[] = [];

/**
 * Creates a pool of one thread. Idle threads end after a minute to free memory; a new one starts
 * within 500 ms. Nobody reads Piscina's own timings, which would take 7 MB.
 */
export function createPool(options: ConstructorParameters<typeof Piscina>[0]): Piscina {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    recordTiming: false,
    resourceLimits: { maxYoungGenerationSizeMb: 12 },
    ...options,
  });
  // Failed tasks reject their promise; this is an error outside of a task.
  pool.on('error', (error) => logError(error));
  pools.push(pool);
  return pool;
}

/**
 * Limited to about 4 s of waiting work each. Logins have their own pool, so that sign-ups and
 * changes of passwords do not delay them.
 */
const passwordPools = {
  login: createPool({ maxQueue: 63 }),
  other: createPool({ maxQueue: 63, niceIncrement: BACKGROUND_NICENESS }),
};
export type PasswordPurpose = keyof typeof passwordPools;

const searchPool = createPool({ maxQueue: 32 });

const checkPool = createPool({ idleTimeout: 1_000, niceIncrement: BACKGROUND_NICENESS });

export function countQueuedTasks(): Record<string, number> {
  const named = { ...passwordPools, search: searchPool, checks: checkPool };
  return Object.fromEntries(
    Object.entries(named).map(([name, { queueSize }]) => [name, queueSize]),
  );
}

export async function closePools(): Promise<void> {
  await Promise.all(pools.map((pool) => pool.destroy()));
}

// Passed with each task instead of to the pool, so that a file that failed to load is tried again.
const getTaskPath = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CHECK_PATH = getTaskPath('./check.js');
const READ_PATH = getTaskPath('./read.js');
const PASSWORDS_PATH = getTaskPath('./passwords.js');

type Tasks = Record<string, (job: never) => unknown>;
type Job<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0];
type TaskResult<T extends Tasks, Name extends keyof T> = ReturnType<T[Name]>;

export async function runPasswordTask<Name extends keyof typeof passwordTasks>(
  name: Name,
  job: Job<typeof passwordTasks, Name>,
  purpose: PasswordPurpose,
): Promise<Awaited<TaskResult<typeof passwordTasks, Name>>> {
  assertQueueHasRoom(passwordPools[purpose], 'Too many people are signing in right now.');
  return passwordPools[purpose].run(job, { filename: PASSWORDS_PATH, name });
}

export async function runDatabaseCheck<Name extends keyof typeof checkTasks>(
  name: Name,
  job: Job<typeof checkTasks, Name>,
): Promise<TaskResult<typeof checkTasks, Name>> {
  return checkPool.run(job, { filename: CHECK_PATH, name });
}

/**
 * Returns the values of a query's rows; undefined after `timeoutMs` of processor time. Inside a
 * thread it runs at once. Throws 503 if the queue is full.
 */
export async function runQuery(
  job: Parameters<typeof queryRows>[0],
): Promise<unknown[][] | undefined> {
  if (!isMainThread) return queryRows(job);
  assertQueueHasRoom(searchPool, 'Too many people are searching right now.');
  return searchPool.run(job, { filename: READ_PATH, name: 'queryRows' });
}

export function assertQueueHasRoom(
  { queueSize, options: { maxQueue } }: Piscina,
  reason: string,
): void {
  if (queueSize >= maxQueue) throw tooBusy(reason);
}
