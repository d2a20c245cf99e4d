// node scripts/fixture.mjs DATABASE > tests/db/fixtures/vN.sql
// Dumps a database as SQL, for the test that upgrades older databases.
import SQLite from 'better-sqlite3';

const connection = new SQLite(process.argv[2], { readonly: true, fileMustExist: true });
const parts = connection
  .prepare(
    "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'",
  )
  .all();
const isTable = ({ type }) => type === 'table';

const lines = [
  'PRAGMA foreign_keys = OFF;',
  'BEGIN;',
  ...parts.filter(isTable).map(({ sql }) => `${sql};`),
];
for (const { name } of [...parts.filter(isTable), { name: 'sqlite_sequence' }]) {
  if (name === 'sqlite_sequence') lines.push(`DELETE FROM "${name}";`);
  const columns = connection.pragma(`table_info("${name}")`).map((column) => `"${column.name}"`);
  const values = columns.map((column) => `quote(${column})`).join(" || ', ' || ");
  for (const row of connection
    .prepare(`select ${values} from "${name}" order by rowid`)
    .pluck()
    .all())
    lines.push(`INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${row});`);
}
// Triggers come last, or they would add to the rows above.
lines.push(...parts.filter((part) => !isTable(part)).map(({ sql }) => `${sql};`));
lines.push(
  `PRAGMA user_version = ${connection.pragma('user_version', { simple: true })};`,
  'COMMIT;',
);
console.log(lines.join('\n'));
