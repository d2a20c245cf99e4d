import type { Db } from '#db/client';
import type { Deal, FieldChanges, FieldValue, HistoryEvent } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { ATTACHMENT_RULES } from '~/domain/attachment/list.server';
import { CONTACT_RECORDS } from '~/domain/contact/list.server';
import {
  type DealRecordType,
  deleteDealRecord,
  findDealRecord,
  insertDealRecord,
  type RecordContext,
  updateDealRecord,
} from '~/domain/deal/record.server';
import { isSameValue } from '~/domain/history/field-value';
import { ROW_ID_FIELD } from '~/domain/history/operation-id';
import type { Operation } from '~/domain/history/record.server';
import { TASK_RECORDS } from '~/domain/task/list.server';

type RowValues = Record<string, FieldValue>;

const DEAL_ROW_TYPES = [
  CONTACT_RECORDS,
  TASK_RECORDS,
  ATTACHMENT_RULES,
] as unknown as DealRecordType<RowValues>[];

interface DealRowChanges {
  deal: Deal;
  events: HistoryEvent[];
}

export async function revertDealRows(
  tx: Db,
  viewer: Viewer,
  { deal, events }: DealRowChanges,
  operation: Operation,
): Promise<void> {
  const context = { tx, actor: viewer, deal, operation };
  for (const event of events.toReversed()) {
    const type = DEAL_ROW_TYPES.find(({ subject }) => subject === event.subject);
    if (type) await revertDealRow(type, context, event);
  }
}

async function revertDealRow(
  type: DealRecordType<RowValues>,
  context: RecordContext,
  event: HistoryEvent,
): Promise<void> {
  const { kind, fields } = event;
  const id = fields[ROW_ID_FIELD]?.[0];
  if (typeof id !== 'number') return;
  const row = await findDealRecord(type, context.tx, context.deal.id, id);
  if (kind === 'deleted') {
    if (!row) await restoreDealRow(type, context, fields, id);
    return;
  }
  if (!row || !isUnchangedSince(type, row, event)) return;
  if (kind === 'created') await deleteDealRecord(type, context, row);
  else await updateDealRecord(type, context, row, getValuesBefore(type, fields));
}

async function restoreDealRow(
  type: DealRecordType<RowValues>,
  context: RecordContext,
  fields: FieldChanges,
  id: number,
): Promise<void> {
  const empty = Object.fromEntries(type.keys.map((key) => [key, null]));
  const values = { ...empty, ...getValuesBefore(type, fields) };
  if (type.canRestore?.(values) === false) return;
  await insertDealRecord(type, context, values, id);
}

function getValuesBefore(type: DealRecordType<RowValues>, fields: FieldChanges): RowValues {
  return Object.fromEntries(listRecordedKeys(type, fields).map((key) => [key, fields[key]![0]]));
}

function listRecordedKeys({ keys }: DealRecordType<RowValues>, fields: FieldChanges): string[] {
  return keys.filter((key) => Object.hasOwn(fields, key));
}

/** Compares every field of an added row: its event leaves out what was empty, but may be filled since. */
function isUnchangedSince(
  type: DealRecordType<RowValues>,
  row: RowValues,
  { kind, fields }: HistoryEvent,
): boolean {
  const keys = kind === 'created' ? type.keys : listRecordedKeys(type, fields);
  return keys.every((key) => isSameValue(row[key], fields[key]?.[1]));
}
