import { and, asc, count, eq, min, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type DoubtfulCell, type FieldValue, type Import, importRows } from '#db/schema';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import { parseCell } from '~/domain/import/values/parse-cell';
import { getOptionLists } from '~/domain/option-list/list.server';
import { badRequest } from '~/errors';
import { loadCustomFields } from './field-lookup.server';

const { importId, n, row, sheet, outcome } = importRows;

const MAX_CHECKS = 50;

export interface Check extends DoubtfulCell {
  first: { n: number; sheet: number; row: number };
  rows: number;
}

export async function listChecks({ id, counts }: Pick<Import, 'id' | 'counts'>): Promise<Check[]> {
  if (!counts.check) return [];
  const cell = sql<string>`cell.value`;
  const rows = await db
    .select({ cell, first: { n: min(n).mapWith(Number), sheet, row }, rows: count() })
    .from(importRows)
    .innerJoin(sql`json_each(${outcome}, '$.checks') as cell`, sql`true`)
    .where(eq(importId, id))
    .groupBy(cell)
    .orderBy(asc(min(n)), asc(sql`min(cell.key)`))
    .limit(MAX_CHECKS);
  return rows.map(({ cell, ...where }) => ({ ...(JSON.parse(cell) as DoubtfulCell), ...where }));
}

export async function parseChosenValue(
  importRecord: Pick<Import, 'sheets'>,
  { field, text }: DoubtfulCell,
  chosen: string,
): Promise<FieldValue | undefined> {
  if (!chosen) return null;
  if (field === 'nextMeetingDate') {
    const offered = (await getOptionLists()).listActiveNames('meetings');
    return [text, ...offered].find((value) => value === chosen);
  }
  const customFields = await loadCustomFields(listNewFields(importRecord));
  const parsedCell = parseCell(field, chosen, { dayFirst: null, customFields });
  if ('reason' in parsedCell) throw badRequest(`'${chosen}' ${parsedCell.reason}.`);
  return parsedCell.value;
}

export async function resolveCheck(
  tx: Db,
  id: number,
  { field, text }: DoubtfulCell,
  to: FieldValue,
): Promise<void> {
  const isSame = (check: { field: string; text: string }) =>
    check.field === field && check.text === text;
  const hasCheck = sql`exists (
    select 1 from json_each(${outcome}, '$.checks') as cell
    where cell.value ->> 'field' = ${field} and cell.value ->> 'text' = ${text}
  )`;
  const rows = await tx
    .select({ n, outcome })
    .from(importRows)
    .where(and(eq(importId, id), hasCheck));
  for (const { n: number, outcome: stored } of rows) {
    const { [field]: _, ...otherValues } = stored!.values;
    const chosen = {
      ...stored!,
      values: to === null ? otherValues : { ...otherValues, [field]: to },
      fields: stored!.fields.map((change) => (change.field === field ? { ...change, to } : change)),
      checks: stored!.checks!.map((check) => (isSame(check) ? { ...check, to } : check)),
    };
    await tx
      .update(importRows)
      .set({ outcome: chosen })
      .where(and(eq(importId, id), eq(n, number)));
  }
}
