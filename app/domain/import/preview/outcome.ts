import type { DoubtfulCell, FieldValue, ImportedChange, RowKind, RowOutcome } from '#db/schema';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { getCellText, MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { toOneLine } from '~/domain/import/values/cell-text';
import { isDoubtful } from '~/domain/import/values/parse-cell';
import type { ParseOptions } from '~/domain/import/values/parse-options';
import { truncate } from '~/domain/text/text';
import { isSameImportedValue } from './compare-cell';
import {
  createParsedRow,
  type FieldValues,
  type ParsedRow,
  type RowComparison,
  type RowContext,
  type StoredDeal,
} from './comparison';
import {
  createCellProblem,
  type FileRow,
  findMetric,
  getAmountReading,
  getCell,
  listMappedFields,
} from './file-row';

export const NO_COMPANY = 'is empty: a deal needs a company name';

export function buildOutcome(
  name: string,
  { changes, problems, skippedCells, chosenCells, notes, commentLines: _, ...parsed }: ParsedRow,
): RowOutcome {
  const allSkipped = [...skippedCells, ...chosenCells];
  return {
    name,
    ...parsed,
    fields: changes,
    ...(problems.length && { problems }),
    ...(allSkipped.length && { skippedCells: allSkipped }),
    ...(notes.length && { notes }),
  };
}

export function isDoubtfulCell(row: FileRow, field: string, context: RowContext): boolean {
  const options = { ...context, settledDayFirst: row.settledDayFirst };
  return isDoubtful(field, getCell(row, field), options);
}

export function buildChecks(
  row: FileRow,
  { values, changes }: ParsedRow,
  context: RowContext,
  isUsed = (field: string) => changes.some((change) => change.field === field),
) {
  const checks = listMappedFields(row).flatMap((field): DoubtfulCell[] => {
    const cell = getCell(row, field);
    if (!isUsed(field) || !isDoubtfulCell(row, field, context)) return [];
    const text = truncate(toOneLine(cell), MAX_SHOWN_LENGTH);
    return context.decisions.find(field, text) ? [] : [{ field, text, to: values[field] ?? null }];
  });
  return checks.length ? { checks } : {};
}

/** Makes skipped cells problems of their row, which then is an error. */
export function refuseSkippedCells({ problems, skippedCells }: ParsedRow): void {
  problems.push(...skippedCells.splice(0));
}

export function getRowKind({ changes, problems }: ParsedRow): RowKind {
  if (problems.length) return 'error';
  if (changes.some(({ isConflict }) => isConflict)) return 'conflict';
  return changes.length ? 'changed' : 'unchanged';
}

export function buildErrorRow(row: FileRow, target: string, reason: string): RowComparison {
  const parsed = createParsedRow({ problems: [createCellProblem(row, target, reason)] });
  return { kind: 'error', dealId: null, outcome: buildOutcome(row.company, parsed) };
}

export function buildLeftOutRow(row: FileRow, reason: string): RowComparison {
  const text = row.cells.map((cell) => getCellText(cell).trim()).find(Boolean) ?? '';
  const name = row.company || truncate(text, MAX_SHOWN_LENGTH);
  const outcome = buildOutcome(name, createParsedRow({ notes: [`This row ${reason}`] }));
  return { kind: 'leftOut', dealId: null, outcome };
}

export const pickContactId = (deal: StoredDeal) =>
  deal.contactId === undefined ? {} : { contactId: deal.contactId };

export function addCellProblem(
  { problems, skippedCells }: ParsedRow,
  row: FileRow,
  field: string,
  reason: string,
): void {
  const list = field === 'companyName' ? problems : skippedCells;
  list.push(createCellProblem(row, field, reason));
}

export function buildParseOptions(
  row: FileRow,
  { dayFirst, stages, optionParser, customFields }: RowContext,
  stored: FieldValues,
): ParseOptions {
  return {
    dayFirst,
    settledDayFirst: row.settledDayFirst,
    stages,
    optionParser,
    customFields,
    storedIndustries: stored.industries as string[] | undefined,
    storedStage: stored.stage as string | undefined,
    getAmountReading: (field) => getAmountReading(row, field),
    getMetric: () => findMetric(row),
  };
}

/** Adds what is stored in the fields that change together with that of an outcome. */
export function addLinkedValues(
  change: ImportedChange,
  stored: Record<string, FieldValue | undefined>,
): ImportedChange {
  const others = listLinkedFields(change.field).filter((field) => field !== change.field);
  const linked = others.flatMap((field) => {
    const value = stored[field] ?? null;
    return value === null ? [] : [[field, value] as const];
  });
  return linked.length ? { ...change, linked: Object.fromEntries(linked) } : change;
}

export function listDifferences(stored: FieldValues, values: FieldValues): ImportedChange[] {
  return Object.entries(values)
    .map(([field, to]) => ({ field, from: stored[field] ?? null, to }))
    .filter(({ from, to }) => !isSameImportedValue(from, to));
}
