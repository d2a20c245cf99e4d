import SQLite from 'better-sqlite3';

// JavaScript, so that tests and development can load it without a build.

/**
 * Reads a whole database file: 2 s at 100,000 deals. Returns what is damaged, or nothing.
 * @param {{ path: string }} job
 */
export function checkDatabase({ path }) {
  return reading(path, (reader) => {
    try {
      const found = String(reader.pragma('quick_check(1)', { simple: true })).trim();
      return found === 'ok' ? undefined : found;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  });
}

/**
 * The ids of users with deals that have a former name of theirs: reads all deals.
 * @param {{ path: string }} job
 */
export function findFormerNames({ path }) {
  const owners = `select distinct users.id from pipelines join users on users.id = pipelines.user_id
    where pipelines.owner_name <> users.sort_name`;
  return reading(path, (reader) => /** @type {string[]} */ (reader.prepare(owners).pluck().all()));
}

/**
 * @template T
 * @param {string} path
 * @param {(reader: SQLite.Database) => T} read
 */
function reading(path, read) {
  const reader = new SQLite(path, { readonly: true });
  try {
    // Each page is read once: 16 MB of them, as by default, would not be given back.
    reader.pragma('cache_size = -500');
    return read(reader);
  } finally {
    reader.close();
  }
}
