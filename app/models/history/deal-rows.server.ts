import { eq, getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client';
import type { Change, ChangedFields, FieldValue, Pipeline } from '#db/schema';
import { type Actor, writeHistory, type Written } from './write.server';
import { differences } from './field-value';
import { ROW_ID } from './act';

/**
 * Rows that belong to a deal, each change of which is told in the deal's history, with what an undo
 * needs to know. Whoever calls has checked the rights, and is within a transaction.
 */
export interface DealRows<Values> {
  subject: Extract<Change['subject'], 'contact' | 'task' | 'file'>;
  table: SQLiteTable;
  keys: readonly (keyof Values & string)[];
  /** What the history calls a row. */
  nameOf: (values: Values) => string;
  /** The columns of a row with these values. */
  columnsOf: (values: Values) => object;
  /** Whether an undo can bring a deleted row back; without it, always. */
  mayReturn?: (values: Values) => boolean;
}

type Deal = Pick<Pipeline, 'id' | 'companyName'>;
type Stored<Values> = Values & { id: number };

/** Returns its id, which is `id` if it was deleted before. */
export async function insertDealRow<Values extends object>(
  rows: DealRows<Values>,
  tx: Db,
  actor: Actor,
  deal: Deal,
  values: Values,
  { id, ...written }: Written & { id?: number } = {},
): Promise<number> {
  const columns = { ...rows.columnsOf(values), pipelineId: deal.id, id };
  const [added] = await tx
    .insert(rows.table)
    .values(columns)
    .returning({ id: getTableColumns(rows.table).id! });
  const row = { ...values, id: added!.id as number };
  await tell(rows, tx, actor, deal, row, ['created', {}, values], written);
  return row.id;
}

/** Returns whether anything was changed. */
export async function changeDealRow<Values extends object>(
  rows: DealRows<Values>,
  tx: Db,
  actor: Actor,
  deal: Deal,
  before: Stored<Values>,
  changes: Partial<Values>,
  written?: Written,
): Promise<boolean> {
  const row = { ...before, ...changes };
  if (!Object.keys(differences(rows.keys, before, row)).length) return false;
  await tx
    .update(rows.table)
    .set(rows.columnsOf(row))
    .where(eq(getTableColumns(rows.table).id!, row.id));
  await tell(rows, tx, actor, deal, row, ['changed', before, row], written);
  return true;
}

export async function deleteDealRow<Values extends object>(
  rows: DealRows<Values>,
  tx: Db,
  actor: Actor,
  deal: Deal,
  row: Stored<Values>,
  written?: Written,
): Promise<void> {
  await tx.delete(rows.table).where(eq(getTableColumns(rows.table).id!, row.id));
  await tell(rows, tx, actor, deal, row, ['deleted', row, {}], written);
}

async function tell<Values extends object>(
  { subject, keys, nameOf }: DealRows<Values>,
  tx: Db,
  actor: Actor,
  { id, companyName: subjectName }: Deal,
  row: Stored<Values>,
  [act, before, after]: [act: Change['act'], before: Partial<Values>, after: Partial<Values>],
  written?: Written,
): Promise<void> {
  const same = (value: FieldValue): ChangedFields[string] => [value, value];
  const fields = {
    ...differences(keys, before, after),
    [subject]: same(nameOf(row)),
    [ROW_ID]: same(row.id),
  };
  const entry = { subject, subjectId: String(id), subjectName, act, fields };
  await writeHistory(tx, actor, [entry], written);
}
