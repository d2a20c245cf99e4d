// node scripts/fixture.mjs DATABASE > tests/db/fixtures/vN.sql
// Dumps the first rows of each table as SQL, with the rows that they refer to, for the test that upgrades older databases.
import './runtime.mjs';

const { default: SQLite } = await import('better-sqlite3');

/** First rows of each table; rows that they refer to come along. */
const ROWS = 2;

const connection = new SQLite(process.argv[2], { readonly: true, fileMustExist: true });
const parts = connection
  .prepare(
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
  )
  .all();
const isTable = ({ type }) => type === 'table';
const tables = parts.filter(isTable).map(({ name }) => name);

/** Dumped rows by table. */
const dumped = new Map(tables.map((name) => [name, new Map()]));
for (const name of tables)
  for (const row of connection.prepare(`select * from "${name}" limit ${ROWS}`).all())
    dumpRow(name, row);
// Triggers fill these tables from a deal's industries and custom values.
for (const { id } of [...dumped.get('pipelines').values()])
  for (const name of ['pipeline_industries', 'own_values'])
    for (const row of connection.prepare(`select * from ${name} where pipeline_id = ?`).all(id))
      dumpRow(name, row);

function dumpRow(name, row) {
  const key = JSON.stringify(Object.values(row));
  if (dumped.get(name).has(key)) return;
  dumped.get(name).set(key, row);
  for (const { table, from, to } of connection.pragma(`foreign_key_list("${name}")`)) {
    if (row[from] === null) continue;
    const parent = connection.prepare(`select * from "${table}" where "${to}" = ?`).get(row[from]);
    if (parent) dumpRow(table, parent);
  }
}

function quote(value) {
  return connection.prepare('select quote(?)').pluck().get(value);
}

function formatInserts(name, rows) {
  return rows.map((row) => {
    const columns = Object.keys(row).map((column) => `"${column}"`);
    const values = Object.values(row).map(quote);
    return `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${values.join(', ')});`;
  });
}

const sequences = connection.prepare('select * from sqlite_sequence').all();
const lines = [
  'PRAGMA foreign_keys = OFF;',
  'BEGIN;',
  ...parts.filter(isTable).map(({ sql }) => `${sql};`),
  ...tables.flatMap((name) => formatInserts(name, [...dumped.get(name).values()])),
  'DELETE FROM "sqlite_sequence";',
  ...formatInserts('sqlite_sequence', sequences),
  // Triggers come last, or they would add to the rows above.
  ...parts.filter((part) => !isTable(part)).map(({ sql }) => `${sql};`),
  `PRAGMA user_version = ${connection.pragma('user_version', { simple: true })};`,
  'COMMIT;',
];
console.log(lines.join('\n'));
