import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type CellProblem, type Import, type ImportRow, importRows, ROW_KINDS } from '#db/schema';
import { attempt } from '~/attempt.server';
import { badRequest, invalid, Refusal } from '~/refusal';
import { isStaff, type Viewer } from '~/models/access';
import { recordOf } from '~/models/record';
import { applyImport } from './write/apply.server';
import { columnIndex } from './cell';
import { choiceOf, isTaken } from './choices';
import { listChecks } from './compare/checks.server';
import { compareImport } from './compare/compare.server';
import { type ImportDone, importJson, type ImportOptions, type ImportPreview } from './json.server';
import { hasSkippedCells } from './errors-workbook.server';
import { problemText } from './labels';
import { listNotImported } from './compare/left-out.server';
import { chooseRows } from './compare/preview.server';
import { discardImport, type stageImport } from './stage.server';
import { getImport } from './stored.server';
import { ambiguousDay } from './match/chosen';

type Staged = Awaited<ReturnType<typeof stageImport>>;

/** An import in one request, with the columns as they are guessed. */

/** The most rows of a dry run, and errors of a refusal, that are listed. */
const MOST = 1_000;

/**
 * Takes a staged file through all steps. If it is refused, nothing is written and nothing waits.
 * Throws 400 for a file that cannot be imported, with its errors unless they are skipped, and 409 if
 * deals were changed meanwhile.
 */
export async function importInOneRequest(
  viewer: Viewer,
  staged: Staged,
  options: ImportOptions,
): Promise<ImportDone> {
  return orNothing(viewer, staged, async (id) => {
    const importRecord = await preview(viewer, staged, options);
    if (importRecord.counts.error && options.onError === 'refuse')
      throw invalid(await problemsOf(id));
    const checks = await checksJson(importRecord);
    const left = await listNotImported(importRecord, isStaff(viewer));
    const rows = await rowsWithoutCells(importRecord);
    await applyImport(viewer, id);
    const imported = importJson(await getImport(viewer, id));
    return { ...imported, problem: importRecord.dropped, notImported: left, checks, rows };
  });
}

/** What `importInOneRequest` would do. Nothing of it stays. Throws 400 for what cannot be compared. */
export async function tryImport(
  viewer: Viewer,
  staged: Staged,
  options: ImportOptions,
): Promise<ImportPreview> {
  return orNothing(viewer, staged, async (id) => {
    const importRecord = await preview(viewer, staged, options);
    const shown = await previewJson(importRecord, isStaff(viewer));
    await discardImport(viewer, id);
    return shown;
  });
}

async function orNothing<T>(
  viewer: Viewer,
  { id }: Staged,
  work: (id: number) => Promise<T>,
): Promise<T> {
  try {
    return await work(id);
  } catch (error) {
    await attempt(() => discardImport(viewer, id));
    throw error;
  }
}

/**
 * Reads and compares the file, and chooses as the options say. Returns the import, and which others
 * were dropped for it.
 */
async function preview(
  viewer: Viewer,
  { id, read }: Staged,
  { onDuplicate, onConflict, onCell, ...options }: ImportOptions,
): Promise<Import & { dropped: string | null }> {
  await read;
  const importRecord = await getImport(viewer, id);
  if (importRecord.state !== 'columns')
    throw badRequest(importRecord.problem ?? 'The file could not be read.');
  const { sheets } = importRecord;
  const dayFirst = options.dayFirst === undefined ? null : options.dayFirst === 'true';
  const open = dayFirst === null && ambiguousDay(sheets, sheets);
  if (open) throw badRequest(`Please set dayFirst to say whether ${open} begins with the day.`);
  await (
    await compareImport(viewer, id, { sheets, dayFirst, refusesCells: onCell === 'refuse' })
  ).compared;
  const compared = await getImport(viewer, id);
  if (compared.state !== 'preview')
    throw new Refusal('busy', { message: compared.problem ?? 'Comparing was interrupted.' });
  const choice = onDuplicate === 'fill' ? 'update' : onDuplicate;
  await chooseRows(viewer, id, { kind: 'duplicate', choice });
  if (onConflict === 'overwrite') await chooseRows(viewer, id, { kind: 'conflict', take: 'mine' });
  return { ...compared, dropped: importRecord.problem };
}

async function checksJson(importRecord: Import): Promise<ImportDone['checks']> {
  const checks = await listChecks(importRecord);
  return checks.map(({ field, text, to, rows }) => ({ field, text, to, rows }));
}

async function problemsOf(id: number) {
  const rows = await db
    .select({ outcome: importRows.outcome })
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.kind, 'error')))
    .orderBy(asc(importRows.n))
    .limit(MOST);
  return rows.flatMap(({ outcome }) =>
    (outcome?.problems ?? []).map((problem) => ({
      path: problem.cell,
      message: problemText(problem),
    })),
  );
}

async function previewJson(importRecord: Import, mayChooseOwners: boolean): Promise<ImportPreview> {
  const { id, counts, sheets } = importRecord;
  const rows = await db
    .select()
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.n))
    .limit(MOST);
  const all = recordOf(ROW_KINDS, (kind) => counts[kind] ?? 0);
  return {
    counts: all,
    rows: rows.flatMap((row) => rowJson(row, sheets) ?? []),
    notImported: await listNotImported(importRecord, mayChooseOwners),
    checks: await checksJson(importRecord),
    total: Object.values(all).reduce((sum, some) => sum + some, 0),
  };
}

function rowJson(
  { sheet, row, kind, outcome, pipelineId, choice }: ImportRow,
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
    pipelineId,
    choice: choiceOf(kind, choice),
    values,
    fields: fields.map(({ base: _, take, ...field }) => ({
      ...field,
      isConflict: field.isConflict ?? false,
      isWritten: isTaken(kind, { ...field, take }),
    })),
    duplicates,
    problems,
    skippedCells: cellsJson(skippedCells, sheets[sheet]!),
    checks,
    notes,
  };
}

/** By the header of the column, as a program knows it. */
function cellsJson(cells: CellProblem[], { headers }: Import['sheets'][number]) {
  return cells.map(({ cell, value, reason }) => {
    return { column: headers[columnIndex(cell)] ?? cell, value, reason };
  });
}

async function rowsWithoutCells({ id, sheets }: Import): Promise<ImportDone['rows']> {
  const rows = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), hasSkippedCells))
    .orderBy(asc(importRows.n))
    .limit(MOST);
  return rows.map(({ sheet, row, outcome }) => ({
    sheet: sheets[sheet]!.name,
    row,
    companyName: outcome!.name,
    skippedCells: cellsJson(outcome!.skippedCells ?? [], sheets[sheet]!),
  }));
}
