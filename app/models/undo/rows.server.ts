import type { Db } from '#db/client';
import type { Change, ChangedFields, FieldValue, Pipeline } from '#db/schema';
import type { Viewer } from '~/models/access';
import { CONTACTS } from '~/models/contact/contacts.server';
import { FILES } from '~/models/file/files.server';
import {
  changeDealRow,
  type DealRows,
  deleteDealRow,
  findDealRow,
  insertDealRow,
} from '~/models/pipeline/deal-rows.server';
import { isSameValue } from '~/models/history/field-value';
import { TASKS } from '~/models/task/tasks.server';
import { ROW_ID } from '~/models/history/act';
import type { Written } from '~/models/history/write.server';

type Values = Record<string, FieldValue>;
/** Their values are those that the history keeps. */
const KINDS = [CONTACTS, TASKS, FILES] as unknown as DealRows<Values>[];

interface ActedRows {
  deal: Pipeline;
  changes: Change[];
}

/** Reverts what an act did to the rows of a deal, as far as they are as the act has left them. */
export async function revertDealRows(
  tx: Db,
  viewer: Viewer,
  { deal, changes }: ActedRows,
  written: Written,
): Promise<void> {
  for (const { subject, act, fields } of changes.toReversed()) {
    const kind = KINDS.find((candidate) => candidate.subject === subject);
    const id = fields[ROW_ID]?.[0];
    if (!kind || typeof id !== 'number') continue;
    const row = await findDealRow(kind, tx, deal.id, id);
    const revert = { kind, tx, viewer, deal, row, written, id };
    if (act === 'deleted') await bringBack(revert, fields);
    else if (row && isAsLeft(kind, row, fields))
      await (act === 'created'
        ? deleteDealRow(kind, tx, viewer, deal, row, written)
        : changeDealRow(kind, tx, viewer, deal, row, sideOf(kind, fields, 0), written));
  }
}

interface Revert {
  kind: DealRows<Values>;
  tx: Db;
  viewer: Viewer;
  deal: Pipeline;
  row: unknown;
  written: Written;
  id: number;
}

async function bringBack(revert: Revert, fields: ChangedFields): Promise<void> {
  const { kind, tx, viewer, deal, row, written, id } = revert;
  if (row) return;
  const empty = Object.fromEntries(kind.keys.map((key) => [key, null]));
  const values = { ...empty, ...sideOf(kind, fields, 0) };
  if (kind.mayReturn?.(values) === false) return;
  await insertDealRow(kind, tx, viewer, deal, values, { ...written, id });
}

/** What the row's own fields were before the change (0) or after it (1). */
function sideOf({ keys }: DealRows<Values>, fields: ChangedFields, side: 0 | 1): Values {
  const own = keys.filter((key) => Object.hasOwn(fields, key));
  return Object.fromEntries(own.map((key) => [key, fields[key]![side]]));
}

function isAsLeft(kind: DealRows<Values>, row: Values, fields: ChangedFields): boolean {
  return Object.entries(sideOf(kind, fields, 1)).every(([key, value]) =>
    isSameValue(row[key], value),
  );
}
