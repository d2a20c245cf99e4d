import type { CellProblem, ImportCell, ImportRow, ImportSheet } from '#db/schema';
import { getContactKey } from '~/domain/contact/import-fields';
import { computeCompanyKeys } from '~/domain/deal/company-key';
import { parseReference, type Reference } from '~/domain/export/reference';
import { isFieldLabel, isKnownHeader } from '~/domain/import/mapping/guess-targets';
import {
  APPEND_TO_COMMENTS,
  CURRENCY_TARGET,
  getNewFieldTarget,
  KEEP_AS_FIELD,
  type SheetContent,
} from '~/domain/import/mapping/targets';
import {
  getCellText,
  getColumnLetter,
  isBlankCell,
  MAX_SHOWN_LENGTH,
} from '~/domain/import/reading/cell';
import { type AmountReading, parseCurrency } from '~/domain/import/values/amounts';
import type { Metric } from '~/domain/import/values/parse-options';
import { listSeparators } from '~/domain/import/values/separators';
import { removeInvisible, truncate } from '~/domain/text/text';

type StoredRow = Pick<ImportRow, 'n' | 'sheet' | 'row' | 'cells'>;

export interface FileRow extends StoredRow {
  holds: SheetContent;
  columns: Map<string, number>;
  company: string;
  /** Keys of the company's name (rule 16.80). */
  companyKeys: string[];
  referenceText: string;
  reference?: Reference;
  settledDayFirst?: Map<string, boolean>;
  amounts?: ImportSheet['amounts'];
  notations?: ImportSheet['notations'];
  chosenSeparators?: ImportSheet['chosenSeparators'];
  headers?: string[];
  /** By column of an amount, the column with its currency; -1 if there is none. */
  currencyColumns?: number[];
  appendedColumns?: number[];
  unitsRow?: number;
  /** Name of the sheet, where that is the name of a stage and no column has stages. */
  stageSheet?: string;
}

export function mapColumns(
  { targets }: Pick<ImportSheet, 'targets'>,
  sheet = 0,
): Map<string, number> {
  return new Map(
    targets.flatMap((target, i): [string, number][] => {
      if (target === null || target === APPEND_TO_COMMENTS.key) return [];
      return [[target === KEEP_AS_FIELD.key ? getNewFieldTarget(sheet, i) : target, i]];
    }),
  );
}

export function listAppendedColumns({ targets }: Pick<ImportSheet, 'targets'>): number[] {
  return targets.flatMap((target, i) => (target === APPEND_TO_COMMENTS.key ? i : []));
}

export function createFileRow(
  stored: StoredRow,
  holds: SheetContent,
  columns: Map<string, number>,
): FileRow {
  const getText = (target: string) => {
    const cell = getCell({ cells: stored.cells, columns }, target);
    return isBlankCell(cell) ? '' : getCellText(cell);
  };
  const company = getText('companyName').trim().replace(/\s+/g, ' ');
  const referenceText = removeInvisible(getText('reference')).trim();
  return {
    ...stored,
    holds,
    columns,
    company: truncate(company, MAX_SHOWN_LENGTH),
    // A longer name is an error, and no deal has it.
    companyKeys: company && company.length <= MAX_SHOWN_LENGTH ? computeCompanyKeys(company) : [],
    referenceText,
    reference: parseReference(referenceText),
  };
}

export function getCell(
  { cells, columns }: Pick<FileRow, 'cells' | 'columns'>,
  target: string,
): ImportCell {
  const column = columns.get(target);
  return column === undefined ? null : (cells[column] ?? null);
}

export function findHeader({ headers, columns }: FileRow, target: string): string | undefined {
  const column = columns.get(target);
  return column === undefined ? undefined : headers?.[column];
}

export function getAmountReading(row: FileRow, target: string): AmountReading {
  const column = row.columns.get(target) ?? -1;
  const unit = row.amounts?.[column] ?? {};
  const currencyCell = row.cells[row.currencyColumns?.[column] ?? -1] ?? null;
  const currency = unit.currency ?? parseCurrency(getCellText(currencyCell));
  return { ...unit, ...(currency && { currency }), separators: listSeparators(row, column) };
}

/** Returns the column of the key business metrics, unless its header only names the field. */
export function findMetric(row: FileRow): Metric | undefined {
  const field = 'keyBusinessNumbers';
  const name = findHeader(row, field)?.trim();
  if (!name || isFieldLabel(field, name)) return undefined;
  return { name, isKnown: isKnownHeader(field, name) };
}

export function getCellAddress({ columns, row }: FileRow, target: string): string {
  return `${getColumnLetter(columns.get(target) ?? 0)}${row}`;
}

export function createCellProblem(row: FileRow, target: string, reason: string): CellProblem {
  const value = truncate(getCellText(getCell(row, target)), MAX_SHOWN_LENGTH);
  return { cell: getCellAddress(row, target), value, reason };
}

export function listMappedFields({ columns, holds }: FileRow): string[] {
  const naming = holds === 'deals' ? ['reference', CURRENCY_TARGET] : ['reference', 'companyName'];
  return [...columns.keys()].filter((target) => !naming.includes(target) && !getContactKey(target));
}

/** A day in "Next meeting" that is not the one in the column "Next Meeting On". */
export function createMeetingProblem(row: FileRow): CellProblem {
  const reason = 'is another day than "Next Meeting On", so it is left out';
  return createCellProblem(row, 'nextMeetingDate', reason);
}
