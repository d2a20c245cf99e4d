import SQLite from 'better-sqlite3';

// JavaScript, so that tests and development can load it without a build.

/**
 * Reads a whole database file: 2 s at 100,000 deals. Returns what is damaged, or nothing.
 * @param {{ path: string }} job
 */
export function checkDatabase({ path }) {
  const reader = new SQLite(path, { readonly: true });
  try {
    const found = String(reader.pragma('quick_check(1)', { simple: true })).trim();
    return found === 'ok' ? undefined : found;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  } finally {
    reader.close();
  }
}
