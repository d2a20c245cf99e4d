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
  changes: HistoryEvent[];
}

export async function revertDealRows(
  tx: Db,
  viewer: Viewer,
  { deal, changes }: DealRowChanges,
  operation: Operation,
): Promise<void> {
  const context = { tx, actor: viewer, deal, operation };
  for (const { subject, kind, fields } of changes.toReversed()) {
    const type = DEAL_ROW_TYPES.find((candidate) => candidate.subject === subject);
    const id = fields[ROW_ID_FIELD]?.[0];
    if (!type || typeof id !== 'number') continue;
    const row = await findDealRecord(type, tx, deal.id, id);
    if (kind === 'deleted') {
      if (!row) await restoreDealRow(type, context, fields, id);
    } else if (row && isUnchangedSince(type, row, fields))
      await (kind === 'created'
        ? deleteDealRecord(type, context, row)
        : updateDealRecord(type, context, row, pickValues(type, fields, 0)));
  }
}

async function restoreDealRow(
  kind: DealRecordType<RowValues>,
  context: RecordContext,
  fields: FieldChanges,
  id: number,
): Promise<void> {
  const empty = Object.fromEntries(kind.keys.map((key) => [key, null]));
  const values = { ...empty, ...pickValues(kind, fields, 0) };
  if (kind.canRestore?.(values) === false) return;
  await insertDealRecord(kind, context, values, id);
}

function pickValues(
  { keys }: DealRecordType<RowValues>,
  fields: FieldChanges,
  side: 0 | 1,
): RowValues {
  const changedKeys = keys.filter((key) => Object.hasOwn(fields, key));
  return Object.fromEntries(changedKeys.map((key) => [key, fields[key]![side]]));
}

function isUnchangedSince(
  kind: DealRecordType<RowValues>,
  row: RowValues,
  fields: FieldChanges,
): boolean {
  return Object.entries(pickValues(kind, fields, 1)).every(([key, value]) =>
    isSameValue(row[key], value),
  );
}
