import { sql } from 'drizzle-orm';
import { db, type Db } from './client';

/** Rows that SQLite deletes with the rows that they refer to, as `foreign_key_list` says. */

type Row = Record<string, string | number | null>;
/** A row with its columns as they are stored. */
export interface ChildRow {
  table: string;
  row: Row;
}

/** A foreign key: `column` of `table` refers to `key` of `parent`. */
export interface Link {
  table: string;
  column: string;
  parent: string;
  key: string;
  onDelete: string;
}

let known: { version: number; links: Link[] } | undefined;

/** All foreign keys of the database. */
export async function listLinks(): Promise<Link[]> {
  const { schema_version: version } = db.get<{ schema_version: number }>(
    sql`pragma schema_version`,
  );
  if (known?.version !== version) {
    const links = db.all<Link>(
      sql`select t.name as "table", f."from" as "column", f."table" as "parent", f."to" as "key", f.on_delete as "onDelete"
        from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table' order by t.name, f.id`,
    );
    known = { version, links };
  }
  return known.links;
}

/**
 * The rows that go with these rows, which have the columns that others refer to, and with those in
 * turn, as far as `follows` says so of the link.
 */
export async function childRows(
  tx: Db,
  parents: Record<string, Row[]>,
  follows: (link: Link) => boolean,
): Promise<ChildRow[]> {
  const links = (await listLinks()).filter((link) => link.onDelete === 'CASCADE' && follows(link));
  const descendants = new Map<string, ChildRow>();
  const queue = Object.entries(parents).map(([table, rows]) => ({ table, rows }));
  for (const { table, rows } of queue)
    for (const link of links.filter(({ parent }) => parent === table)) {
      const children = readChildren(tx, link, rows);
      const fresh = children.filter(({ key }) => !descendants.has(key));
      for (const { key, ...child } of fresh) descendants.set(key, child);
      if (fresh.length) queue.push({ table: link.table, rows: fresh.map(({ row }) => row) });
    }
  return [...descendants.values()];
}

/** With a key that no other row has. */
function readChildren(
  tx: Db,
  { table, column, key }: Link,
  parents: Row[],
): (ChildRow & { key: string })[] {
  const keys = JSON.stringify(parents.map((row) => row[key]));
  const rows = tx.all<Row>(
    sql`select rowid as "child rowid", * from ${sql.identifier(table)} where ${sql.identifier(column)} in (select value from json_each(${keys}))`,
  );
  return rows.map(({ 'child rowid': rowId, ...row }) => ({ key: `${table} ${rowId}`, table, row }));
}

/**
 * Inserts rows again, those first that others refer to. Leaves out what refers to a row that is not
 * stored, rows that are stored already, and tables and columns that no longer exist.
 */
export async function insertChildren(tx: Db, rows: ChildRow[]): Promise<void> {
  const links = await listLinks();
  const lacks = ({ table, row }: ChildRow) =>
    links.filter((link) => link.table === table && !isStored(tx, link, row[link.column] ?? null));
  let left = rows;
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    const waiting: ChildRow[] = [];
    for (const child of left)
      if (lacks(child).length) waiting.push(child);
      else insert(tx, child);
    left = waiting;
  }
  for (const child of left) {
    const missing = lacks(child);
    if (missing.some(({ onDelete }) => onDelete !== 'SET NULL')) continue;
    insert(tx, {
      ...child,
      row: { ...child.row, ...Object.fromEntries(missing.map(({ column }) => [column, null])) },
    });
  }
}

function isStored(tx: Db, { parent, key }: Link, value: Row[string]): boolean {
  if (value === null) return true;
  const parents = tx.all(
    sql`select 1 from ${sql.identifier(parent)} where ${sql.identifier(key)} = ${value}`,
  );
  return parents.length > 0;
}

function insert(tx: Db, { table, row }: ChildRow): void {
  const columns = tx.all<{ name: string }>(sql`select name from pragma_table_info(${table})`);
  const names = columns.map(({ name }) => name).filter((name) => Object.hasOwn(row, name));
  if (!names.length) return;
  const into = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    names.map((name) => sql`${row[name]}`),
    sql`, `,
  );
  tx.run(sql`insert or ignore into ${sql.identifier(table)} (${into}) values (${values})`);
}
