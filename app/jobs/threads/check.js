import SQLite from 'better-sqlite3';

// JavaScript, so that tests and development load it without a build.

/**
 * Reads a whole database file: 2 s at 100,000 deals. Returns what is damaged, or nothing.
 * @param {{ path: string }} job
 */
export function checkDatabase({ path }) {
  return withReader(path, (reader) => {
    try {
      const found = String(reader.pragma('quick_check(1)', { simple: true })).trim();
      return found === 'ok' ? undefined : found;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  });
}

/**
 * @template T
 * @param {string} path
 * @param {(reader: SQLite.Database) => T} read
 */
function withReader(path, read) {
  const reader = new SQLite(path, { readonly: true });
  try {
    // Pages are read once, so a larger cache would only cost memory.
    reader.pragma('cache_size = -500');
    return read(reader);
  } finally {
    reader.close();
  }
}
