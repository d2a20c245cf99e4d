import { and, eq, getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import type { Db } from '#db/client';
import type { Deal, FieldChanges, FieldValue, HistoryEvent } from '#db/schema';
import { diffFields, isSameValue } from '~/domain/history/field-value';
import { ROW_ID_FIELD } from '~/domain/history/operation-id';
import { type Actor, type Operation, recordHistory } from '~/domain/history/record.server';
import { pick } from '~/domain/record';
import { formatNumber } from '~/domain/text/text';
import { badRequest, notFound } from '~/errors';

/**
 * Records that belong to a deal, such as its contacts. The deal's history holds every change of
 * one, with what an undo needs.
 */
export interface DealRecordType<Values> {
  subject: Extract<HistoryEvent['subject'], 'contact' | 'task' | 'file'>;
  table: SQLiteTable;
  keys: readonly (keyof Values & string)[];
  maxPerDeal: number;
  getName: (values: Values) => string;
  toColumns: (values: Values) => object;
  canRestore?: (values: Values) => boolean;
}

type RecordDeal = Pick<Deal, 'id' | 'companyName'>;

export type StoredRecord<Values> = Values & { id: number };

export async function findDealRecord<Values>(
  { table }: DealRecordType<Values>,
  tx: Db,
  dealId: number,
  id: number,
): Promise<StoredRecord<Values> | undefined> {
  const columns = getTableColumns(table);
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(columns.id!, id), eq(columns.dealId!, dealId)));
  return row as StoredRecord<Values> | undefined;
}

/** Returns a version for forms, which shows whether someone has changed the record since. */
export function getRecordVersion<Values>({ keys }: DealRecordType<Values>, row: Values): string {
  return JSON.stringify(Object.values(pick(row, keys)));
}

const RecordVersion = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Returns the keys that have changed since the version was `seen`; none for a wrong version. */
export function listChangedKeys<Values>(
  { keys }: DealRecordType<Values>,
  seen: string | undefined,
  row: Values,
): (keyof Values & string)[] {
  const values = parseVersion(seen);
  return keys.filter((key, i) => i < values.length && !isSameValue(values[i], row[key]));
}

function parseVersion(version = ''): z.output<typeof RecordVersion> {
  try {
    return RecordVersion.safeParse(JSON.parse(version)).data ?? [];
  } catch {
    return [];
  }
}

export function assertRecordLimit(
  { subject, maxPerDeal }: Pick<DealRecordType<object>, 'subject' | 'maxPerDeal'>,
  rows: number,
): void {
  if (rows > maxPerDeal)
    throw badRequest(`A deal can have at most ${formatNumber(maxPerDeal)} ${subject}s.`);
}

export function recordNotFound({ subject }: Pick<DealRecordType<object>, 'subject'>) {
  return notFound(`${subject[0]!.toUpperCase()}${subject.slice(1)} not found`);
}

export interface RecordContext {
  tx: Db;
  actor: Actor;
  deal: RecordDeal;
  operation?: Operation;
}

export async function insertDealRecord<Values extends object>(
  type: DealRecordType<Values>,
  context: RecordContext,
  values: Values,
  id?: number,
): Promise<number> {
  const { tx, deal } = context;
  const columns = { ...type.toColumns(values), dealId: deal.id, id };
  const [added] = await tx
    .insert(type.table)
    .values(columns)
    .returning({ id: getTableColumns(type.table).id! });
  const row = { ...values, id: added!.id as number };
  await recordChange(type, context, row, { kind: 'created', before: {}, after: values });
  return row.id;
}

export async function updateDealRecord<Values extends object>(
  type: DealRecordType<Values>,
  context: RecordContext,
  before: StoredRecord<Values>,
  changes: Partial<Values>,
): Promise<boolean> {
  const row = { ...before, ...changes };
  if (!Object.keys(diffFields(type.keys, before, row)).length) return false;
  await context.tx
    .update(type.table)
    .set(type.toColumns(row))
    .where(eq(getTableColumns(type.table).id!, row.id));
  await recordChange(type, context, row, { kind: 'changed', before, after: row });
  return true;
}

export async function deleteDealRecord<Values extends object>(
  type: DealRecordType<Values>,
  context: RecordContext,
  row: StoredRecord<Values>,
): Promise<void> {
  await context.tx.delete(type.table).where(eq(getTableColumns(type.table).id!, row.id));
  await recordChange(type, context, row, { kind: 'deleted', before: row, after: {} });
}

interface RecordChange<Values> {
  kind: HistoryEvent['kind'];
  before: Partial<Values>;
  after: Partial<Values>;
}

async function recordChange<Values extends object>(
  { subject, keys, getName }: DealRecordType<Values>,
  { tx, actor, deal, operation }: RecordContext,
  row: StoredRecord<Values>,
  { kind, before, after }: RecordChange<Values>,
): Promise<void> {
  const unchanged = (value: FieldValue): FieldChanges[string] => [value, value];
  const fields = {
    ...diffFields(keys, before, after),
    [subject]: unchanged(getName(row)),
    [ROW_ID_FIELD]: unchanged(row.id),
  };
  const entry = {
    subject,
    subjectId: String(deal.id),
    subjectName: deal.companyName,
    kind,
    fields,
  };
  await recordHistory(tx, actor, [entry], operation);
}
