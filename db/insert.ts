import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client';

type Row = Record<string, unknown>;
type Insert = (values: Row) => Promise<{ id: unknown }[]>;

const MOST = 32;
const inserts = new WeakMap<Db, Map<string, Insert>>();

/**
 * Inserts rows with these keys into a table that numbers them. Returns their ids, in order. Rows go
 * by 32, 16, 8 … in statements that are prepared once: an import of 10,000 deals took four times as
 * long with a statement for each deal, as the search index writes after every statement.
 */
export async function insertRows(
  tx: Db,
  name: string,
  table: SQLiteTable,
  keys: readonly string[],
  rows: Row[],
): Promise<number[]> {
  const ids: number[] = [];
  const columns = getTableColumns(table);
  while (ids.length < rows.length) {
    const left = rows.length - ids.length;
    const size = Math.min(MOST, 2 ** Math.floor(Math.log2(left)));
    const part = rows.slice(ids.length, ids.length + size);
    const values = part.flatMap((row, n) =>
      keys.map((key) => [key + n, encoded(columns[key]!, row[key])]),
    );
    const insert = prepared(tx, `${name} ${size}`, () => prepare(tx, table, keys, size));
    const inserted = await insert(Object.fromEntries(values) as Row);
    // Ids grow in the order of the values; the order of returned rows is not promised.
    ids.push(...inserted.map(({ id }) => id as number).sort((a, b) => a - b));
  }
  return ids;
}

function prepared(tx: Db, name: string, prepare: () => Insert): Insert {
  const known = inserts.get(tx) ?? new Map<string, Insert>();
  inserts.set(tx, known);
  const insert = known.get(name) ?? prepare();
  known.set(name, insert);
  return insert;
}

function prepare(tx: Db, table: SQLiteTable, keys: readonly string[], size: number): Insert {
  const rows = Array.from({ length: size }, (_, n) =>
    Object.fromEntries(keys.map((key) => [key, rawPlaceholder(key + n)])),
  );
  const { id } = getTableColumns(table);
  const statement = tx.insert(table).values(rows).returning({ id: id! }).prepare();
  return (values) => statement.execute(values);
}

/** A placeholder whose values are `encoded` first: Drizzle's own fails for a time that is null. */
export function rawPlaceholder(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/** A value as the database stores it in this column. */
export function encoded(column: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : column.mapToDriverValue(value);
}
