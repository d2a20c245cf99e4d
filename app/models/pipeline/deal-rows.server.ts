import { and, eq, getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client';
import type { Change, ChangedFields, FieldValue, Pipeline } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { ROW_ID } from '~/models/history/act';
import { differences, isSameValue } from '~/models/history/field-value';
import { type Actor, writeHistory, type Written } from '~/models/history/write.server';
import { pick } from '~/models/record';
import { badRequest, conflict, notFound } from '~/refusal';
import { lockPipeline } from './write.server';

/**
 * Rows that belong to a deal, each change of which is told in the deal's history, with what an undo
 * needs to know.
 */
export interface DealRows<Values> {
  subject: Extract<Change['subject'], 'contact' | 'task' | 'file'>;
  table: SQLiteTable;
  keys: readonly (keyof Values & string)[];
  /** On one deal. */
  most: number;
  /** What the history calls a row. */
  nameOf: (values: Values) => string;
  /** The columns of a row with these values. */
  columnsOf: (values: Values) => object;
  /** Whether an undo can bring a deleted row back; without it, always. */
  mayReturn?: (values: Values) => boolean;
}

type Deal = Pick<Pipeline, 'id' | 'companyName'>;
type Stored<Values> = Values & { id: number };

/** Undefined if the deal has no such row. */
export async function findDealRow<Values>(
  { table }: DealRows<Values>,
  tx: Db,
  pipelineId: number,
  id: number,
): Promise<Stored<Values> | undefined> {
  const columns = getTableColumns(table);
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(columns.id!, id), eq(columns.pipelineId!, pipelineId)));
  return row as Stored<Values> | undefined;
}

/** What a form carries, to see whether somebody has changed the row since. */
export function seenOf<Values>({ keys }: DealRows<Values>, row: Values): string {
  return JSON.stringify(Object.values(pick(row, keys)));
}

/** Throws 400 for more rows than a deal may have. */
export function checkRoom(
  { subject, most }: Pick<DealRows<object>, 'subject' | 'most'>,
  rows: number,
): void {
  if (rows > most)
    throw badRequest(`A deal can have at most ${most.toLocaleString('en')} ${subject}s.`);
}

/**
 * Adds a row to a deal that the viewer sees and returns its id. With `once`, one that is there already
 * with the same values is not added again: a form may be sent twice. Throws 404, and 400 for too many.
 */
export async function addDealRow<Values extends object>(
  rows: DealRows<Values>,
  viewer: Viewer,
  pipelineId: number,
  valuesIn: (tx: Db) => Values | Promise<Values>,
  { once = false }: { once?: boolean } = {},
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const values = await valuesIn(tx);
    const isOfDeal = eq(getTableColumns(rows.table).pipelineId!, pipelineId);
    const stored = (await tx.select().from(rows.table).where(isOfDeal)) as Stored<Values>[];
    const isSame = (row: Values) =>
      rows.keys.every((key) => isSameValue(row[key] as FieldValue, values[key] as FieldValue));
    const same = once && stored.find(isSame);
    if (same) return same.id;
    checkRoom(rows, stored.length + 1);
    return insertDealRow(rows, tx, viewer, deal, values);
  });
}

/**
 * Changes a row of a deal that the viewer sees; returns the act if that was a change. Throws 404, and
 * 409 if the row has changed since it was `seen`.
 */
export async function editDealRow<Values extends object>(
  rows: DealRows<Values>,
  viewer: Viewer,
  pipelineId: number,
  id: number,
  changesOf: (before: Values, tx: Db) => Partial<Values> | Promise<Partial<Values>>,
  seen?: string,
): Promise<string | undefined> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const before = await getDealRow(rows, tx, pipelineId, id);
    if (seen !== undefined && seen !== seenOf(rows, before))
      throw conflict(`Someone has changed this ${rows.subject} since you opened it.`);
    const changes = await changesOf(before, tx);
    const isChanged = await changeDealRow(rows, tx, viewer, deal, before, changes);
    return isChanged ? transactionId() : undefined;
  });
}

/** Deletes a row of a deal that the viewer sees and returns the act, which can be undone. Throws 404. */
export async function removeDealRow<Values extends object>(
  rows: DealRows<Values>,
  viewer: Viewer,
  pipelineId: number,
  id: number,
): Promise<string> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    await deleteDealRow(rows, tx, viewer, deal, await getDealRow(rows, tx, pipelineId, id));
    return transactionId();
  });
}

async function getDealRow<Values>(rows: DealRows<Values>, tx: Db, pipelineId: number, id: number) {
  const row = await findDealRow(rows, tx, pipelineId, id);
  if (!row) throw rowNotFound(rows);
  return row;
}

export function rowNotFound({ subject }: Pick<DealRows<object>, 'subject'>) {
  return notFound(`${subject[0]!.toUpperCase()}${subject.slice(1)} not found`);
}

/** Rows of these deals in the order of the deals. */
export function inOrderOf<Row>(
  dealIds: number[],
  rows: Row[],
  dealOf: (row: Row) => number,
): Row[] {
  const place = new Map(dealIds.map((id, n) => [id, n]));
  return rows.sort((left, right) => place.get(dealOf(left))! - place.get(dealOf(right))!);
}

/**
 * Returns its id, which is `id` if it was deleted before. Here and below, the caller has
 * checked the rights, and is within a transaction.
 */
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
  await writeChange(rows, tx, actor, deal, row, ['created', {}, values], written);
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
  await writeChange(rows, tx, actor, deal, row, ['changed', before, row], written);
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
  await writeChange(rows, tx, actor, deal, row, ['deleted', row, {}], written);
}

async function writeChange<Values extends object>(
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
