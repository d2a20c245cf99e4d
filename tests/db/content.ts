import { readdirSync, readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { buildSearchText } from '#db/fold';

/** How many migrations there are: the version of a database that is up to date. */
export const LATEST = readdirSync('db/migrations').filter((file) => file.endsWith('.sql')).length;

/**
 * The versions that a database with content is kept of: the first, one between and a late one. Before
 * a migration that changes what is stored: node scripts/fixture.mjs DATABASE > tests/db/fixtures/vN.sql
 */
export const FIXTURES = readdirSync('tests/db/fixtures')
  .map((file) => Number(/\d+/.exec(file)![0]))
  .sort((a, b) => a - b);

/** Makes a database of an older version, with content; `scripts/fixture.mjs` wrote it. */
export function loadFixture(version: number, path: string): void {
  const connection = new SQLite(path);
  connection.exec(readFileSync(`tests/db/fixtures/v${version}.sql`, 'utf8'));
  connection.close();
}

/** What is derived from other rows: counts and indexes of texts that are gone, SQLite's statistics. */
const DERIVED =
  /^(deal_figures|pipeline_grams|(pipeline|note|introduction)_(search|terms)|sqlite_stat)/;
/** What an undo needed for ten minutes, which the history says since, and days that are no longer counted. */
const GONE = ['bulk_acts', 'import_mappings', 'server_days'];
/** Begun by a migration itself. */
const BEGUN = ['list_entries'];

/** Columns that are derived from others, by rules that have changed since, or that others replace. */
const isDerived = (table: string, column: string) =>
  ['search_text', 'sort_name', 'owner_name', 'is_evaluated', 'days_before'].includes(column) ||
  `${table}.${column}` === 'changes.import_id';

/** Tables by their former names. */
const RENAMED: Record<string, string> = { kept_forms: 'late_forms', drafts: 'late_forms' };

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
      ).filter((name) => !DERIVED.test(name) && !GONE.includes(name));
  const content: Content = {};
  for (const table of tables) {
    const columns =
      shape?.[table]?.columns ??
      (connection.pragma(`table_info("${table}")`) as { name: string }[])
        .map(({ name }) => name)
        .filter((name) => !isDerived(table, name));
    const list = columns.map((name) => `"${name}"`).join();
    const isThere = connection.prepare('select 1 from sqlite_master where name = ?').get(table);
    const current = isThere ? table : RENAMED[table];
    const rows = connection
      .prepare(`select ${list} from "${current}" order by ${list}`)
      .raw()
      .all();
    content[table] = { columns, rows: table === 'sqlite_sequence' ? sequencesOf(rows) : rows };
  }
  connection.close();
  return content;
}

function sequencesOf(rows: unknown[]): unknown[] {
  return (rows as [string, ...unknown[]][])
    .filter(([name]) => ![...GONE, ...BEGUN].includes(name))
    .map(([name, ...rest]) => [RENAMED[name] ?? name, ...rest])
    .sort();
}

/** Deals and notes whose searched columns are not made of their texts. */
export function unfoundIn(path: string): unknown[] {
  const connection = new SQLite(path);
  connection.function('made_of', { varargs: true }, buildSearchText);
  const unfound = connection
    .prepare(
      `select company_name from pipelines
        where search_text <> made_of(company_name, ceo_name, coo_name, cfo_name)
          or details_text <> made_of(business_introduction, key_business_numbers, comments,
            (select group_concat(value, char(10)) from json_each(industries)))
        union all select pipeline_id from evaluations
          where search_text <> made_of(market_notes, business_notes, traction_notes,
            financials_notes, team_notes, deal_terms_notes, strategic_fit_notes)
        union all select text from notes where search_text <> made_of(text)
        union all select name from contacts
          where search_text <> made_of(name, role, email, phone, link, note)`,
    )
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
