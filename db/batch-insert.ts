import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { iterateWithPauses } from './chunks';
import type { Db } from './client';

type Row = Record<string, unknown>;
type Insert = (values: Row) => Promise<unknown>;

const ROWS_PER_STATEMENT = 16;
const inserts = new WeakMap<Db, Map<string, Insert>>();

export async function insertRows<Values extends object>(
  tx: Db,
  into: SQLiteTable & { $inferInsert: Values },
  values: Values[],
): Promise<number[]> {
  const table: SQLiteTable = into;
  const rows = values as Row[];
  const ids: number[] = [];
  const { id, ...columns } = getTableColumns(table);
  const isGiven = (key: string) => rows.some((row) => row[key] !== undefined);
  const keys = Object.keys(columns).filter((key) => !columns[key]!.hasDefault || isGiven(key));
  const name = `${getTableName(table)} ${keys.join()}`;
  for await (const part of iterateWithPauses(splitIntoBatches(rows))) {
    const insert = getPreparedStatement(tx, `${name} ${part.length}`, () =>
      tx
        .insert(table)
        .values(buildPlaceholders(keys, part.length))
        .returning({ id: id! })
        .prepare(),
    );
    const inserted = (await insert(encodeRows(table, keys, part))) as { id: number }[];
    // Ids grow in the order of the values; SQLite does not promise the order of returned rows.
    ids.push(...inserted.map(({ id }) => id).sort((a, b) => a - b));
  }
  return ids;
}

export async function upsertRows(
  tx: Db,
  table: SQLiteTable,
  rows: Row[],
  { target, keys }: { target: SQLiteColumn; keys: readonly string[] },
): Promise<void> {
  const columns = getTableColumns(table);
  const set = Object.fromEntries(
    keys.map((key) => [key, sql`excluded.${sql.identifier(columns[key]!.name)}`]),
  );
  for await (const part of iterateWithPauses(splitIntoBatches(rows))) {
    const upsert = getPreparedStatement(tx, `${getTableName(table)} ${part.length}`, () =>
      tx
        .insert(table)
        .values(buildPlaceholders(keys, part.length))
        .onConflictDoUpdate({ target, set })
        .prepare(),
    );
    await upsert(encodeRows(table, keys, part));
  }
}

function* splitIntoBatches(rows: Row[]): Generator<Row[]> {
  const rest = rows.length % ROWS_PER_STATEMENT;
  for (let offset = 0; offset < rows.length - rest; offset += ROWS_PER_STATEMENT)
    yield rows.slice(offset, offset + ROWS_PER_STATEMENT);
  for (const row of rows.slice(rows.length - rest)) yield [row];
}

function getPreparedStatement(tx: Db, name: string, prepare: () => { execute: Insert }): Insert {
  const known = inserts.get(tx) ?? new Map<string, Insert>();
  inserts.set(tx, known);
  if (!known.has(name)) {
    const statement = prepare();
    known.set(name, (values) => statement.execute(values));
  }
  return known.get(name)!;
}

function buildPlaceholders(keys: readonly string[], size: number): Row[] {
  return Array.from({ length: size }, (_, n) =>
    Object.fromEntries(keys.map((key) => [key, buildRawPlaceholder(key + n)])),
  );
}

function encodeRows(table: SQLiteTable, keys: readonly string[], rows: Row[]): Row {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    rows.flatMap((row, n) => keys.map((key) => [key + n, encodeValue(columns[key]!, row[key])])),
  );
}

/** Expects encoded values: Drizzle's own placeholder fails for a time that is null. */
export function buildRawPlaceholder(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

export function encodeValue(column: Column, value: unknown): unknown {
  return value === null || value === undefined ? null : column.mapToDriverValue(value);
}
