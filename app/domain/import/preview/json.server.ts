import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type CellProblem, type Import, type ImportRow, importRows, ROW_KINDS } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { getColumnIndex } from '~/domain/import/reading/cell';
import type { ImportDone, ImportPreview } from '~/domain/import/record/json.server';
import { hasSkippedCells } from '~/domain/import/record/row-sets.server';
import { buildRecord, pick } from '~/domain/record';
import { formatCellProblem } from './cell-problem';
import { listChecks } from './checks.server';
import { listNotImported } from './not-imported.server';
import { getRowChoice, isFieldChosen } from './row-choices';

const MAX_LISTED_ROWS = 1_000;

export async function serializeChecks(importRecord: Import): Promise<ImportDone['checks']> {
  const checks = await listChecks(importRecord);
  return checks.map(({ field, text, to, rows }) => ({ field, text, to, rows }));
}

export async function listRowErrors(id: number) {
  const rows = await db
    .select({ outcome: importRows.outcome })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'error')))
    .orderBy(asc(importRows.n))
    .limit(MAX_LISTED_ROWS);
  return rows.flatMap(({ outcome }) =>
    (outcome?.problems ?? []).map((problem) => ({
      path: problem.cell,
      message: formatCellProblem(problem),
    })),
  );
}

export async function serializePreview(
  viewer: Viewer,
  importRecord: Import,
): Promise<ImportPreview> {
  const { id, counts, sheets } = importRecord;
  const rows = await db
    .select()
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.n))
    .limit(MAX_LISTED_ROWS);
  const allCounts = buildRecord(ROW_KINDS, (kind) => counts[kind] ?? 0);
  return {
    counts: allCounts,
    rows: rows.flatMap((row) => serializeRow(row, sheets) ?? []),
    notImported: await listNotImported(viewer, importRecord),
    checks: await serializeChecks(importRecord),
    total: Object.values(allCounts).reduce((sum, count) => sum + count, 0),
  };
}

function serializeRow(
  { sheet, row, kind, outcome, dealId, choice }: ImportRow,
  sheets: Import['sheets'],
): ImportPreview['rows'][number] | undefined {
  if (!kind || !outcome) return undefined;
  const { name, values, fields, duplicates = [], problems = [], notes = [] } = outcome;
  const { checks = [], skippedCells = [] } = outcome;
  return {
    sheet: sheets[sheet]!.name,
    row,
    kind,
    companyName: name,
    pipelineId: dealId,
    choice: getRowChoice(kind, choice),
    values,
    fields: fields.map((change) => ({
      ...pick(change, ['field', 'from', 'to']),
      isConflict: change.isConflict ?? false,
      isWritten: !change.isGivenBefore && isFieldChosen({ kind, choice, outcome }, change),
    })),
    duplicates,
    problems,
    skippedCells: serializeSkippedCells(skippedCells, sheets[sheet]!),
    checks,
    notes,
  };
}

function serializeSkippedCells(cells: CellProblem[], { headers }: Import['sheets'][number]) {
  return cells.map(({ cell, value, reason }) => {
    return { column: headers[getColumnIndex(cell)] ?? cell, value, reason };
  });
}

export async function listRowsWithSkippedCells({
  id,
  sheets,
}: Import): Promise<ImportDone['rows']> {
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), hasSkippedCells))
    .orderBy(asc(importRows.n))
    .limit(MAX_LISTED_ROWS);
  return rows.map(({ sheet, row, outcome }) => ({
    sheet: sheets[sheet]!.name,
    row,
    companyName: outcome!.name,
    skippedCells: serializeSkippedCells(outcome!.skippedCells ?? [], sheets[sheet]!),
  }));
}
