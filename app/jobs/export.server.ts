import { once } from 'node:events';
import { Readable } from 'node:stream';
import { TransformStream } from 'node:stream/web';
import { fileURLToPath } from 'node:url';
import { tooBusy } from '~/errors';
import { assertQueueHasRoom, createPool } from '~/jobs/threads/pool.server';
import { BACKGROUND_NICENESS } from '~/jobs/threads/priority';
import type * as workbookTasks from './workbooks';

export type WorkbookTask = keyof typeof workbookTasks;
export type WorkbookJob<Name extends WorkbookTask> = Parameters<(typeof workbookTasks)[Name]>[0];

/**
 * Runs eight exports at once in one thread: they take one core at most, and a slow reader delays
 * nobody.
 */
const workbookPool = createPool({
  concurrentTasksPerWorker: 8,
  maxQueue: 8,
  // An idle thread would stop its event loop, and streams would not close.
  atomics: 'disabled',
  // In development the thread compiles, which would take 20 s longer.
  niceIncrement: import.meta.env.PROD ? BACKGROUND_NICENESS : 0,
});
const taskPath = import.meta.env.PROD ? './workbooks.js' : './workbooks.dev.js';
const filename = fileURLToPath(new URL(taskPath, import.meta.url));

const TOO_MANY_EXPORTS = 'Too many exports are running right now.';

async function runWorkbookTask<Name extends WorkbookTask>(
  name: Name,
  job: WorkbookJob<Name>,
): Promise<void> {
  assertQueueHasRoom(workbookPool, TOO_MANY_EXPORTS);
  await workbookPool.run(job, { filename, name, transferList: [job.out] });
}

/** Limits the whole export, which reads one snapshot. */
const FIRST_BYTE_TIMEOUT_MS = 20_000;
const EXPORT_TIMEOUT_MS = 30 * 60_000;

const START_TIMEOUT_ERROR = new Error('The export did not start in time.');
const EXPORT_TIMEOUT_ERROR = new Error('The export took too long.');

/**
 * Streams a workbook while a worker writes it, for 30 minutes or until `signal` aborts. Throws 503
 * if the queue is full or blocked for 20 s, and any error before the first byte; a later one
 * destroys the stream.
 */
export async function streamWorkbook<Name extends WorkbookTask>(
  name: Name,
  job: Omit<WorkbookJob<Name>, 'out'>,
  signal?: AbortSignal,
): Promise<Readable> {
  const { readable, writable: out } = new TransformStream<Uint8Array, Uint8Array>();
  const bytes = Readable.fromWeb(readable, { signal });
  const exportTimer = setTimeout(
    () => bytes.destroy(EXPORT_TIMEOUT_ERROR),
    EXPORT_TIMEOUT_MS,
  ).unref();
  bytes.once('close', () => clearTimeout(exportTimer));
  const written = runWorkbookTask(name, { ...job, out } as WorkbookJob<Name>);
  written.catch((error: Error) => bytes.destroy(error));
  const startTimer = setTimeout(() => bytes.destroy(START_TIMEOUT_ERROR), FIRST_BYTE_TIMEOUT_MS);
  try {
    await Promise.race([once(bytes, 'readable'), written]);
  } catch (error) {
    throw error === START_TIMEOUT_ERROR ? tooBusy(TOO_MANY_EXPORTS) : error;
  } finally {
    clearTimeout(startTimer);
  }
  return bytes;
}
