import { sql } from 'drizzle-orm';
import { iterateWithPauses } from './chunks';
import { type Db, db } from './client';

type Row = Record<string, string | number | null>;
export interface ChildRow {
  table: string;
  row: Row;
}

export interface ForeignKey {
  table: string;
  column: string;
  parent: string;
  key: string;
  onDelete: string;
}

let cachedForeignKeys: { version: number; links: ForeignKey[] } | undefined;

export async function listForeignKeys(): Promise<ForeignKey[]> {
  const { schema_version: version } = db.get<{ schema_version: number }>(
    sql`pragma schema_version`,
  );
  if (cachedForeignKeys?.version !== version) {
    const links = db.all<ForeignKey>(
      sql`select t.name as "table", f."from" as "column", f."table" as "parent", f."to" as "key", f.on_delete as "onDelete"
        from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table' order by t.name, f.id`,
    );
    cachedForeignKeys = { version, links };
  }
  return cachedForeignKeys.links;
}

/** Lists the rows that would be deleted with these, recursively, as far as `follows` accepts the key. */
export async function listChildRows(
  tx: Db,
  parents: Record<string, Row[]>,
  follows: (link: ForeignKey) => boolean,
): Promise<ChildRow[]> {
  const links = (await listForeignKeys()).filter(
    (link) => link.onDelete === 'CASCADE' && follows(link),
  );
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

function readChildren(
  tx: Db,
  { table, column, key }: ForeignKey,
  parents: Row[],
): (ChildRow & { key: string })[] {
  const keys = JSON.stringify(parents.map((row) => row[key]));
  const rows = tx.all<Row>(
    sql`select rowid as "child rowid", * from ${sql.identifier(table)} where ${sql.identifier(column)} in (select value from json_each(${keys}))`,
  );
  return rows.map(({ 'child rowid': rowId, ...row }) => ({ key: `${table} ${rowId}`, table, row }));
}

/**
 * Inserts rows, parents first. Skips rows whose parent is missing, stored rows, and tables and
 * columns that no longer exist.
 */
export async function insertChildRows(tx: Db, rows: ChildRow[]): Promise<void> {
  const links = await listForeignKeys();
  const tables = [...new Set(rows.map(({ table }) => table))];
  const columns = new Map(tables.map((table) => [table, listColumns(tx, table)]));
  const listMissingParents = ({ table, row }: ChildRow) =>
    links.filter((link) => link.table === table && !isStored(tx, link, row[link.column] ?? null));
  let remaining = rows;
  for (let before = Infinity; remaining.length < before;) {
    before = remaining.length;
    const waiting: ChildRow[] = [];
    for await (const child of iterateWithPauses(remaining)) {
      if (listMissingParents(child).length) waiting.push(child);
      else insertRow(tx, child, columns);
    }
    remaining = waiting;
  }
  for (const child of remaining) {
    const missing = listMissingParents(child);
    if (missing.some(({ onDelete }) => onDelete !== 'SET NULL')) continue;
    const row = {
      ...child.row,
      ...Object.fromEntries(missing.map(({ column }) => [column, null])),
    };
    insertRow(tx, { ...child, row }, columns);
  }
}

function isStored(tx: Db, { parent, key }: ForeignKey, value: Row[string]): boolean {
  if (value === null) return true;
  const parents = tx.all(
    sql`select 1 from ${sql.identifier(parent)} where ${sql.identifier(key)} = ${value}`,
  );
  return parents.length > 0;
}

function listColumns(tx: Db, table: string): string[] {
  const columns = tx.all<{ name: string }>(sql`select name from pragma_table_info(${table})`);
  return columns.map(({ name }) => name);
}

function insertRow(tx: Db, { table, row }: ChildRow, columns: Map<string, string[]>): void {
  const names = columns.get(table)!.filter((name) => Object.hasOwn(row, name));
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
