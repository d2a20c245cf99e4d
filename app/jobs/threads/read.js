import SQLite from 'better-sqlite3';

// JavaScript, so that tests and development can load it without a build.

/** How much longer than its patience a query may take on a machine that is busy with other work. */
const WAIT_FACTOR = 4;

/**
 * Runs a query that may read far more than a page does. Its condition calls `in_time()` now and then.
 * Returns the values of its rows; undefined if it takes longer than `patience` ms of processor time.
 * @param {{ path: string, sql: string, params: unknown[], patience: number }} job
 * @returns {unknown[][] | undefined}
 */
export function queryRows({ path, sql, params, patience }) {
  const reader = new SQLite(path, { readonly: true });
  const start = { wall: performance.now(), processor: processorMs() };
  let isLate = false;
  try {
    reader.function('in_time', { deterministic: false }, () => {
      const wall = performance.now() - start.wall;
      isLate ||= processorMs() - start.processor > patience || wall > WAIT_FACTOR * patience;
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

/** Processor time of this thread in ms; all time with Node 22, which cannot tell it. */
function processorMs() {
  if (!process.threadCpuUsage) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
