import { readdirSync, readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { buildSearchText } from '#db/fold';

/** Version of a database that is up to date. */
export const LATEST = readdirSync('db/migrations').filter((file) => file.endsWith('.sql')).length;

/**
 * Stored versions: the first, a middle and a late one. Write one before changing stored data: node
 * scripts/fixture.mjs DATABASE > tests/db/fixtures/vN.sql
 */
export const FIXTURES = readdirSync('tests/db/fixtures')
  .map((file) => Number(/\d+/.exec(file)![0]))
  .sort((a, b) => a - b);

/** Creates a database of an older version with content. */
export function loadFixture(version: number, path: string): void {
  const connection = new SQLite(path);
  connection.exec(readFileSync(`tests/db/fixtures/v${version}.sql`, 'utf8'));
  connection.close();
}

/** Derived rows: counts, indexes of texts, and SQLite's statistics. */
const DERIVED =
  /^(deal_figures|pipeline_grams|(pipeline|note|introduction)_(search|terms)|sqlite_stat)/;
/** Tables that later versions dropped with their content. */
const GONE = ['bulk_acts', 'import_mappings', 'server_days'];
/** Tables that migrations fill. */
const BEGUN = ['list_entries'];

/** Columns that are derived by rules that have changed since, or that others replace. */
const isDerived = (table: string, column: string) =>
  ['search_text', 'sort_name', 'owner_name', 'is_evaluated', 'days_before'].includes(column) ||
  `${table}.${column}` === 'changes.import_id';

/** Tables by their previous names. */
const RENAMED: Record<string, string> = { kept_forms: 'late_forms', drafts: 'late_forms' };

/** Every row by table and column. `shape` restricts it to the tables and columns of an older version. */
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

/** Lists deals and notes whose search columns do not match their texts. */
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

/** Checks integrity, foreign keys and version. */
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
