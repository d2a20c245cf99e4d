import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { logError } from '~/log.server';
import { Refusal } from '~/refusal';
import type * as checkTasks from './check.js';
import type * as passwordTasks from './passwords.js';
import { readRows } from './read.js';
import type * as workbookTasks from './workbooks';

/** Worker threads for work that would block other requests, with a pool for each kind. */

/** Idle threads end after a minute to free memory; a new one starts within half a second. */
const options = {
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  resourceLimits: { maxYoungGenerationSizeMb: 12 },
};

/**
 * Bounded to about 4 s of work each, in case of a flood. Logins have a pool of their own, so that
 * sign-ups and changes of passwords do not hold them up.
 */
const passwords = {
  login: new Piscina({ ...options, maxQueue: 63 }),
  other: new Piscina({ ...options, maxQueue: 63, niceIncrement: 5 }),
};
/** What a password is hashed or compared for. */
export type PasswordPurpose = keyof typeof passwords;

/**
 * Eight at once in one thread: all exports together take one core at most, and a slow reader holds
 * up nobody. With a lower priority, others' slowest answers beside 100,000 deals take 30 ms instead
 * of 100 on two busy cores. By default an idle thread stops its event loop, which would keep
 * streams from closing.
 */
const workbooks = new Piscina({
  ...options,
  concurrentTasksPerWorker: 8,
  maxQueue: 8,
  atomics: 'disabled',
  niceIncrement: 10,
});

/** Searches in texts, and counts of what texts name: a slow one of them does not hold up the other. */
const readers = {
  search: new Piscina({ ...options, maxQueue: 32 }),
  count: new Piscina({ ...options, maxQueue: 32 }),
};

const checks = new Piscina({ ...options, idleTimeout: 1_000, niceIncrement: 10 });

// A failed task rejects its promise; this is an error outside of a task.
const pools = [...[passwords, readers].flatMap(Object.values<Piscina>), workbooks, checks];
for (const pool of pools) pool.on('error', (error) => logError(error));

export async function closePools(): Promise<void> {
  await Promise.all(pools.map((pool) => pool.destroy()));
}

// Passed with each task, not to the pool, so that a file that failed to load is tried again.
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const CHECK = file('./check.js');
const READ = file('./read.js');
const PASSWORDS = file('./passwords.js');
const WORKBOOKS = file(import.meta.env.PROD ? './workbooks.js' : './workbooks.dev.js');

type Tasks = Record<string, (job: never) => unknown>;
type Job<T extends Tasks, Name extends keyof T> = Parameters<T[Name]>[0];
type Result<T extends Tasks, Name extends keyof T> = ReturnType<T[Name]>;

/** Throws 503 if the queue is full. */
export async function runPasswordTask<Name extends keyof typeof passwordTasks>(
  name: Name,
  job: Job<typeof passwordTasks, Name>,
  purpose: PasswordPurpose,
): Promise<Awaited<Result<typeof passwordTasks, Name>>> {
  refuseWhenFull(passwords[purpose], 'Too many people are signing in right now.');
  return passwords[purpose].run(job, { filename: PASSWORDS, name });
}

export type WorkbookTask = keyof typeof workbookTasks;
export type WorkbookJob<Name extends WorkbookTask> = Job<typeof workbookTasks, Name>;

const TOO_MANY_EXPORTS = 'Too many exports are running right now.';

/** The 503 for an export that could not be started. */
export const tooManyExports = () => tooBusy(TOO_MANY_EXPORTS);

/** Resolves when the workbook is written. Throws 503 if the queue is full. */
export async function runWorkbookTask<Name extends WorkbookTask>(
  name: Name,
  job: WorkbookJob<Name>,
): Promise<void> {
  refuseWhenFull(workbooks, TOO_MANY_EXPORTS);
  await workbooks.run(job, { filename: WORKBOOKS, name, transferList: [job.out] });
}

const TOO_MANY_IMPORTS = 'Too many imports are running right now.';

/** The 503 for an import that could not be started. */
export const tooManyImports = () => tooBusy(TOO_MANY_IMPORTS);

/** Reads the whole database, one task after the other. */
export async function runCheck<Name extends keyof typeof checkTasks>(
  name: Name,
  job: Job<typeof checkTasks, Name>,
): Promise<Result<typeof checkTasks, Name>> {
  return checks.run(job, { filename: CHECK, name });
}

/**
 * Returns the values of a query's rows; undefined if it takes longer than `patience` ms. Runs here
 * in a thread that others do not wait for. Throws 503 if the queue is full.
 */
export async function runRead(
  purpose: keyof typeof readers,
  job: Parameters<typeof readRows>[0],
): Promise<unknown[][] | undefined> {
  if (!isMainThread) return readRows(job);
  refuseWhenFull(readers[purpose], 'Too many people are searching right now.');
  return readers[purpose].run(job, { filename: READ, name: 'readRows' });
}

function refuseWhenFull({ queueSize, options: { maxQueue } }: Piscina, reason: string): void {
  if (queueSize >= maxQueue) throw tooBusy(reason);
}

function tooBusy(reason: string): Refusal {
  return new Refusal('busy', { message: `${reason} Please try again in a moment.` }, 5);
}
