import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type Import,
  type ImportCounts,
  importRows,
  imports,
  type ImportSheet,
  type ValueChoices,
} from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { planNewFields } from '~/domain/import/mapping/new-fields.server';
import { rememberTargets } from '~/domain/import/mapping/remembered-targets.server';
import {
  isMappingOfFile,
  listMappingErrors,
  type SheetMapping,
} from '~/domain/import/mapping/validate';
import {
  runBackgroundStage,
  updateImportInStage,
} from '~/domain/import/record/background-stage.server';
import { getIdleImport } from '~/domain/import/record/lock.server';
import { badRequest, invalid } from '~/errors';
import { runChild } from '~/jobs/threads/child.server';
import type { CompareRowsJob } from './compare-job.server';
import type { ComparedRow } from './compare-rows.server';

export interface ChosenMapping {
  sheets: SheetMapping[];
  dayFirst: boolean | null;
  /** Set if a person chose the columns: their choices are remembered for the next file. */
  isByPerson?: boolean;
  refusesCells?: boolean;
  createsDuplicates?: boolean;
  valueChoices?: ValueChoices | null;
}

export async function startComparison(
  viewer: Viewer,
  id: number,
  chosen: ChosenMapping,
): Promise<{ compared: Promise<void> }> {
  await saveMapping(viewer, id, chosen);
  return { compared: compareInChild(viewer, id, chosen) };
}

export async function compareAgain(
  viewer: Viewer,
  { id, sheets, dayFirst }: Pick<Import, 'id' | 'sheets' | 'dayFirst'>,
  valueChoices: ValueChoices | null,
): Promise<{ compared: Promise<void> }> {
  const chosen = sheets.map((sheet) => ({ ...sheet, newNames: listNewNames(sheet) }));
  return startComparison(viewer, id, { sheets: chosen, dayFirst, valueChoices });
}

function listNewNames({ newFields = {} }: ImportSheet): Record<number, string> {
  return Object.fromEntries(
    Object.entries(newFields).map(([column, { name }]) => [Number(column), name]),
  );
}

async function saveMapping(
  viewer: Viewer,
  id: number,
  { sheets: chosen, dayFirst, isByPerson = false, valueChoices = null }: ChosenMapping,
): Promise<void> {
  await transaction(async (tx) => {
    const stored = await getIdleImport(tx, viewer, id, ['columns', 'preview']);
    if (!isMappingOfFile(stored.sheets, chosen))
      throw badRequest('These are not the columns of this file.');
    const problems = listMappingErrors(stored.sheets, chosen);
    if (problems.length) throw invalid(problems);
    const newFields = await planNewFields(tx, viewer, stored, chosen);
    const sheets = stored.sheets.map((sheet, i) => {
      const { holds, targets, amounts = sheet.amounts, chosenSeparators } = chosen[i]!;
      return { ...sheet, holds, targets, amounts, chosenSeparators, newFields: newFields[i]! };
    });
    if (isByPerson)
      for (const [i, sheet] of sheets.entries())
        await rememberTargets(tx, viewer, sheet, stored.sheets[i]!.targets);
    await clearIgnoredRows(tx, id, sheets);
    await tx
      .update(imports)
      .set({
        state: 'comparing',
        progress: 0,
        problem: null,
        counts: {},
        sheets,
        dayFirst,
        valueChoices,
      })
      .where(eq(imports.id, id));
  });
}

async function clearIgnoredRows(tx: Db, id: number, sheets: ImportSheet[]): Promise<void> {
  const ignored = sheets.flatMap(({ holds }, i) => (holds === 'ignored' ? [i] : []));
  if (!ignored.length) return;
  await tx
    .update(importRows)
    .set({ kind: null, dealId: null, outcome: null, choice: null })
    .where(
      and(
        eq(importRows.importId, id),
        inArray(importRows.sheet, ignored),
        isNotNull(importRows.kind),
      ),
    );
}

async function compareInChild(
  viewer: Viewer,
  importId: number,
  { refusesCells = false, createsDuplicates = false }: ChosenMapping,
): Promise<void> {
  const counts: ImportCounts = {};
  let progress = 0;
  const saveRows = async (rows: ComparedRow[]) => {
    progress += rows.length;
    for (const { kind, outcome } of rows) {
      counts[kind] = (counts[kind] ?? 0) + 1;
      if (outcome.checks) counts.check = (counts.check ?? 0) + 1;
      if (outcome.skippedCells) counts.withoutCells = (counts.withoutCells ?? 0) + 1;
    }
    await storeOutcomes(importId, rows, progress);
  };
  await runBackgroundStage('comparing', importId, async () => {
    const { id, email, firstName, lastName, role, isAdmin } = viewer;
    const job = {
      viewer: { id, email, firstName, lastName, role, isAdmin },
      importId,
      refusesCells,
      createsDuplicates,
    };
    const unknownValues = await runChild<CompareRowsJob>('compareRows', job, saveRows, {
      account: id,
    });
    const done = { state: 'preview', counts, unknownValues } as const;
    await transaction((tx) => updateImportInStage('comparing', tx, importId, done));
  });
}

const createPlaceholder = (name: keyof ComparedRow) => sql`${sql.placeholder(name)}`;

/** Prepares the statement once, as building it for each row takes longer than running it. */
async function storeOutcomes(id: number, rows: ComparedRow[], progress: number): Promise<void> {
  await transaction(async (tx) => {
    await updateImportInStage('comparing', tx, id, { progress });
    const [kind, dealId, choice] = (['kind', 'dealId', 'choice'] as const).map(createPlaceholder);
    const store = tx
      .update(importRows)
      .set({ kind, dealId, outcome: createPlaceholder('outcome'), choice })
      .where(and(eq(importRows.importId, id), eq(importRows.n, sql.placeholder('n'))))
      .prepare();
    for (const { choice = null, ...row } of rows)
      await store.execute({ ...row, choice, outcome: JSON.stringify(row.outcome) });
  });
}
