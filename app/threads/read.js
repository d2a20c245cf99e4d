import SQLite from 'better-sqlite3';

// JavaScript, so that tests and development can load it without a build.

/**
 * Runs a query that may read far more than a page does. Its condition calls `in_time()` now and then.
 * Returns the values of its rows; undefined if it takes longer than `patience` ms.
 * @param {{ path: string, sql: string, params: unknown[], patience: number }} job
 * @returns {unknown[][] | undefined}
 */
export function readRows({ path, sql, params, patience }) {
  const reader = new SQLite(path, { readonly: true });
  const until = performance.now() + patience;
  let isLate = false;
  try {
    reader.function('in_time', { deterministic: false }, () => {
      isLate ||= performance.now() > until;
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
