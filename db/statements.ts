import type SQLite from 'better-sqlite3';

/** Kept statements of one connection; then it begins anew. */
const MOST = 200;
/** In characters; longer ones, of lists of ids, seldom come again. */
const LONGEST = 4_000;

/**
 * Makes a connection compile the same SQL once: compiling was 7 % of a list page's time. A statement
 * that is run while it still gives rows must not be kept, so nothing may iterate.
 */
export function keepStatements(connection: SQLite.Database): SQLite.Database {
  const kept = new Map<string, SQLite.Statement>();
  const compile = connection.prepare.bind(connection);
  const prepare = (sql: string): SQLite.Statement => {
    const known = kept.get(sql);
    if (known) return known.reader ? known.raw(false) : known;
    const statement = compile(sql);
    if (sql.length > LONGEST) return statement;
    if (kept.size >= MOST) kept.clear();
    kept.set(sql, statement);
    return statement;
  };
  return Object.assign(connection, { prepare });
}
