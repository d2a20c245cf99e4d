import { readdirSync, readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';

/** How many migrations there are: the version of a database that is up to date. */
export const LATEST = readdirSync('db/migrations').filter((file) => file.endsWith('.sql')).length;

/** The versions that a database with content is kept of. */
export const FIXTURES = readdirSync('tests/db/fixtures')
  .map((file) => Number(/\d+/.exec(file)![0]))
  .sort((a, b) => a - b);

/** Makes a database of an older version, with content; `scripts/fixture.mjs` wrote it. */
export function loadFixture(version: number, path: string): void {
  const connection = new SQLite(path);
  connection.exec(readFileSync(`tests/db/fixtures/v${version}.sql`, 'utf8'));
  connection.close();
}

/** What is derived from other rows: counts that are gone, the index of names, SQLite's statistics. */
const DERIVED = /^(deal_counts|deal_figures|pipeline_grams|pipeline_search|sqlite_stat)/;

/** Tables by their former names. */
const RENAMED: Record<string, string> = { kept_forms: 'drafts' };

/** Every row by table and column. With `shape`, of its tables and columns alone: others have come since. */
export type Content = Record<string, { columns: string[]; rows: unknown[] }>;
export function contentOf(path: string, shape?: Content): Content {
  const connection = new SQLite(path);
  const tables = shape
    ? Object.keys(shape)
    : (
        connection
          .prepare("select name from sqlite_master where type = 'table' order by name")
          .pluck()
          .all() as string[]
      ).filter((name) => !DERIVED.test(name));
  const content: Content = {};
  for (const table of tables) {
    const columns =
      shape?.[table]?.columns ??
      (connection.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
    const list = columns.map((name) => `"${name}"`).join();
    const isThere = connection.prepare('select 1 from sqlite_master where name = ?').get(table);
    const current = isThere ? table : RENAMED[table];
    const rows = connection
      .prepare(`select ${list} from "${current}" order by ${list}`)
      .raw()
      .all();
    content[table] = { columns, rows: table === 'sqlite_sequence' ? rows.map(currentName) : rows };
  }
  connection.close();
  return content;
}

function currentName(row: unknown): unknown {
  const [name, ...rest] = row as [string, ...unknown[]];
  return [RENAMED[name] ?? name, ...rest];
}

/** Deals that the index of names does not find by the end of their text. */
export function unfoundIn(path: string): unknown[] {
  const connection = new SQLite(path);
  const phrase = `'"' || replace(substr(search_text, -4), '"', '""') || '"'`;
  const isFound = `id in (select rowid from pipeline_search where pipeline_search match ${phrase})`;
  const unfound = connection
    .prepare(`select search_text from pipelines where length(search_text) > 2 and not ${isFound}`)
    .pluck()
    .all();
  connection.close();
  return unfound;
}

/** Whole, with no row without its parent, at the latest version. */
export function healthOf(path: string): unknown[] {
  const connection = new SQLite(path);
  const health = [
    connection.pragma('integrity_check', { simple: true }),
    connection.pragma('foreign_key_check'),
    connection.pragma('user_version', { simple: true }),
  ];
  connection.close();
  return health;
}
export const HEALTHY = ['ok', [], LATEST];
