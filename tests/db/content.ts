import { readdirSync, readFileSync } from 'node:fs';
import SQLite from 'better-sqlite3';
import { buildSearchText } from '#db/fold';
import { BASELINE_VERSION, LATEST_VERSION } from '#db/migrate';

/**
 * Stored versions, the baseline first. Write one before changing stored data: node
 * scripts/fixture.mjs DATABASE > tests/db/fixtures/vN.sql
 */
export const FIXTURES = readdirSync('tests/db/fixtures')
  .map((file) => Number(/\d+/.exec(file)![0]))
  .sort((a, b) => a - b);

/** Creates a database of an older version with content. */
export function loadFixture(path: string, version = BASELINE_VERSION): void {
  const connection = new SQLite(path);
  connection.exec(readFileSync(`tests/db/fixtures/v${version}.sql`, 'utf8'));
  connection.close();
}

/** Creates a database that a restore takes without a folder of attachments. */
export function loadFixtureWithoutAttachments(path: string): void {
  loadFixture(path);
  const connection = new SQLite(path);
  connection.exec('delete from files');
  connection.close();
}

/** Every row by table and column. `shape` restricts it to the tables and columns of an older version. */
export type Content = Record<string, { columns: string[]; rows: unknown[] }>;
export function readContent(path: string, shape?: Content): Content {
  const connection = new SQLite(path);
  const tables = shape
    ? Object.keys(shape)
    : (connection
        .prepare(
          "select name from sqlite_master where type = 'table' and name not like 'sqlite_stat%' order by name",
        )
        .pluck()
        .all() as string[]);
  const content: Content = {};
  for (const table of tables) {
    const columns =
      shape?.[table]?.columns ??
      (connection.pragma(`table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
    const list = columns.map((name) => `"${name}"`).join();
    const query = `select ${list} from "${table}" order by ${list}`;
    content[table] = { columns, rows: connection.prepare(query).raw().all() };
  }
  connection.close();
  return content;
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
export function checkHealth(path: string): unknown[] {
  const connection = new SQLite(path);
  const health = [
    connection.pragma('integrity_check', { simple: true }),
    connection.pragma('foreign_key_check'),
    connection.pragma('user_version', { simple: true }),
  ];
  connection.close();
  return health;
}
export const HEALTHY = ['ok', [], LATEST_VERSION];
