import SQLite from 'better-sqlite3';

// JavaScript, so that tests and development load it without a build.

/** Limits the elapsed time to a multiple of `timeoutMs`, for machines busy with other work. */
const WAIT_FACTOR = 4;

/**
 * Runs a query that may read far more than a page does. Its condition calls `in_time()` now and then.
 * Returns the values of its rows; undefined if it takes longer than `timeoutMs` ms of processor time.
 * @param {{ path: string, sql: string, params: unknown[], timeoutMs: number }} job
 * @returns {unknown[][] | undefined}
 */
export function queryRows({ path, sql, params, timeoutMs }) {
  const reader = new SQLite(path, { readonly: true });
  // A scan is as fast with a page cache of 1 MB as with the default of 16 MB.
  reader.pragma('cache_size = -1000');
  const start = { wall: performance.now(), processor: getProcessorMs() };
  let isLate = false;
  try {
    reader.function('in_time', { deterministic: false }, () => {
      const wall = performance.now() - start.wall;
      isLate ||= getProcessorMs() - start.processor > timeoutMs || wall > WAIT_FACTOR * timeoutMs;
      if (isLate) throw new Error('This takes too long');
      return 1;
    });
    return /** @type {unknown[][]} */ (
      reader
        .prepare(sql)
        .raw()
        .all(...params)
    );
  } catch (error) {
    if (isLate) return undefined;
    throw error;
  } finally {
    reader.close();
  }
}

/** Returns the thread's processor time in ms; Node 22 can only tell elapsed time. */
function getProcessorMs() {
  if (!process.threadCpuUsage) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
