import { iterateChunks } from '#db/chunks';
import { importRows, type ImportSheet, importTexts, type TextLayout } from '#db/schema';
import { transaction } from '#db/transaction';
import { isStaff, type Viewer } from '~/domain/access';
import { listActiveCustomFields, listCustomFields } from '~/domain/custom-field/list.server';
import { addCustomFieldTargets } from '~/domain/import/mapping/custom-field-targets';
import { ignoreSheetsWithoutDeals } from '~/domain/import/mapping/find-sheet';
import { applyRememberedTargets } from '~/domain/import/mapping/remembered-targets.server';
import { suggestCustomFields } from '~/domain/import/mapping/suggest-fields.server';
import type {
  ImportFile,
  ParsedSheets,
  ReadRow,
  ReadSpreadsheetJob,
} from '~/domain/import/reading/read-job';
import {
  ImportProblemError,
  runBackgroundStage,
  updateImportInStage,
} from '~/domain/import/record/background-stage.server';
import { deleteImportRows } from '~/domain/import/record/delete-rows.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { type ChildLimits, runChild } from '~/jobs/threads/child.server';
import { enforceImportQuota } from './quota.server';

interface ReadFileOptions {
  limits?: ChildLimits;
  layout?: Partial<TextLayout>;
  isLoose?: boolean;
  suggestsFields?: boolean;
  signal?: AbortSignal;
}

export async function readFileInChild(
  viewer: Viewer,
  file: ImportFile,
  handleRows: (rows: ReadRow[]) => Promise<void>,
  { limits, layout, isLoose, signal }: ReadFileOptions,
) {
  const [name, input] = 'cells' in file ? [undefined, file.cells] : [file.name, file.bytes];
  const bounds = { account: viewer.id, signal, input, ...limits };
  const job = { name, rounds: (await getOptionLists()).listOptions('rounds'), layout, isLoose };
  return runChild<ReadSpreadsheetJob>('readSpreadsheet', job, handleRows, bounds);
}

export async function readImportFile(
  viewer: Viewer,
  id: number,
  file: ImportFile,
  options: ReadFileOptions,
): Promise<void> {
  const controller = new AbortController();
  readAbortControllers.set(id, controller);
  let progress = 0;
  const saveRows = async (rows: ReadRow[]) => {
    await insertImportRows(id, progress, rows);
    progress += rows.length;
  };
  await runBackgroundStage('reading', id, async () => {
    const result = await readFileInChild(viewer, file, saveRows, {
      ...options,
      signal: controller.signal,
    });
    if ('problem' in result) throw new ImportProblemError(result.problem);
    await finishReading(viewer, id, result, { file, suggestsFields: options.suggestsFields });
  });
  readAbortControllers.delete(id);
}

export const readAbortControllers = new Map<number, AbortController>();

async function insertImportRows(id: number, before: number, read: ReadRow[]): Promise<void> {
  const rows = read.map((row, i) => ({ importId: id, n: before + i + 1, ...row }));
  await transaction(async (tx) => {
    await updateImportInStage('reading', tx, id, { progress: before + rows.length });
    for await (const chunk of iterateChunks(rows)) await tx.insert(importRows).values(chunk);
  });
}

async function finishReading(
  viewer: Viewer,
  id: number,
  parsed: ParsedSheets,
  { file, suggestsFields = false }: { file: ImportFile; suggestsFields?: boolean },
): Promise<void> {
  const targeted: ImportSheet[] = [];
  const fields = await listActiveCustomFields();
  for (const sheet of parsed.sheets) {
    const targets = await applyRememberedTargets(viewer, sheet);
    const bytes = (sheet.bytes ?? 0) + (sheet.layout ? getFileContent(file).length : 0);
    targeted.push({
      ...sheet,
      bytes,
      targets: addCustomFieldTargets({ ...sheet, targets }, fields),
    });
  }
  const { skippedSheets } = parsed;
  const withDeals = ignoreSheetsWithoutDeals(targeted);
  const sheets = suggestsFields
    ? suggestCustomFields(withDeals, await listCustomFields(), { canAddFields: isStaff(viewer) })
    : withDeals;
  const isText = sheets.some(({ layout }) => layout);
  const dropped = await transaction(async (tx) => {
    const stored = await updateImportInStage('reading', tx, id, {
      state: 'columns',
      sheets,
      skippedSheets,
    });
    if (isText)
      await tx.insert(importTexts).values({ importId: id, content: getFileContent(file) });
    return enforceImportQuota(tx, stored);
  });
  for (const importId of dropped) await transaction((tx) => deleteImportRows(tx, importId));
}

function getFileContent(file: ImportFile): Buffer {
  return Buffer.from('cells' in file ? file.cells : file.bytes);
}
