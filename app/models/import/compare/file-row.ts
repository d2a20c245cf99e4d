import type { CellProblem, ImportCell, ImportRow, ImportSheet } from '#db/schema';
import { contactKey } from '~/models/contact/import-fields';
import { companyKeys } from '~/models/pipeline/company-key';
import { truncated } from '~/models/text';
import { cellText, columnLetter, isBlank } from '~/models/import/cell';
import { readReference, type Reference } from '~/models/export/reference';
import type { Holds } from '~/models/import/match/targets';

type Stored = Pick<ImportRow, 'n' | 'sheet' | 'row' | 'cells'>;

/** A row of a file by the fields that its columns go to. */
export interface FileRow extends Stored {
  holds: Holds;
  /** The index of each field's column. */
  columns: Map<string, number>;
  company: string;
  /** Those of its name (rule 16.80), a line each. */
  companyKey: string;
  /** As it stands in the file; empty for a row that was not exported. */
  referenceText: string;
  reference?: Reference;
  /** What the other dates of its column say. */
  dayFirst?: boolean;
}

export function columnsOf({ targets }: Pick<ImportSheet, 'targets'>): Map<string, number> {
  return new Map(
    targets.flatMap((target, i): [string, number][] => (target === null ? [] : [[target, i]])),
  );
}

export function fileRow(stored: Stored, holds: Holds, columns: Map<string, number>): FileRow {
  const text = (target: string) => cellText(stored.cells[columns.get(target) ?? -1]).trim();
  const company = text('companyName').replace(/\s+/g, ' ');
  const referenceText = text('reference');
  return {
    ...stored,
    holds,
    columns,
    company: truncated(company, NAME_LIMIT),
    // A longer name is an error, and no deal has it.
    companyKey: company.length > NAME_LIMIT ? '' : companyKeys(company).join('\n'),
    referenceText,
    reference: readReference(referenceText),
  };
}

/** What lists show of a company's name, and messages of a cell. */
export const NAME_LIMIT = 200;

export function cellOf({ cells, columns }: FileRow, target: string): ImportCell {
  return cells[columns.get(target) ?? -1] ?? null;
}

/** Such as 'D17'. */
function addressOf({ columns, row }: FileRow, target: string): string {
  return `${columnLetter(columns.get(target) ?? 0)}${row}`;
}

export function problemAt(row: FileRow, target: string, reason: string): CellProblem {
  const value = truncated(cellText(cellOf(row, target)), NAME_LIMIT);
  return { cell: addressOf(row, target), value, reason };
}

/** The fields that have a column, except what says which deal it is, and its contact's. */
export function fieldsOf({ columns, holds }: FileRow): string[] {
  const naming = holds === 'deals' ? ['reference'] : ['reference', 'companyName'];
  return [...columns.keys()].filter((target) => !naming.includes(target) && !contactKey(target));
}

/** Why a row is left out as a whole; undefined for a row about a company. */
export function leftOut(row: FileRow): string | undefined {
  if (row.referenceText) return undefined;
  const mapped = [...row.columns.keys()].map((target) => cellOf(row, target));
  if (mapped.every(isBlank)) return 'Skipped: none of the chosen columns has a value';
  const isTotals = row.company ? isNamedTotals(row.company, row.cells) : looksLikeTotals(row.cells);
  return isTotals ? 'Skipped: this looks like a row of totals' : undefined;
}

const WORD =
  /^(?:(?:grand|sub)[\s-]*)?(?:totals?|sum|average|avg|mean|median|count)$|^(?:gesamt|summe|zwischensumme|gesamtsumme|durchschnitt|anzahl)$|^(?:合计|总计|小计|总和|平均|合計|小計|総計|平均値|件数)$/i;
/** '$45.5M', '1 200 000 €' or '12 %'. */
const AMOUNT =
  /^[\p{Sc}A-Z]{0,3}\s*[-+(]?[\d\s.,'’]*\d[\d\s.,'’]*\s*(?:k|m|mn|mio|b|bn|%)?\.?\)?\s*[\p{Sc}A-Z]{0,3}$/iu;

/** Longer texts are neither; the patterns would take long to say so. */
const LONGEST = 40;

function isTotalWord(cell: ImportCell): boolean {
  const text = cellText(cell).trim();
  return text.length <= LONGEST && WORD.test(text.replace(/\s*[:：]$/, ''));
}

function isAmount(cell: ImportCell): boolean {
  if (typeof cell === 'number') return true;
  const text = cellText(cell).trim();
  return text.length <= LONGEST && AMOUNT.test(text);
}

/** True if all filled cells are numbers or a word such as Total, Summe or 合计. */
export function looksLikeTotals(cells: ImportCell[]): boolean {
  return cells.every((cell) => isBlank(cell) || isTotalWord(cell) || isAmount(cell));
}

/** True for a row with such a word as its company, and at least one number. */
function isNamedTotals(company: ImportCell, cells: ImportCell[]): boolean {
  return isTotalWord(company) && cells.some(isAmount) && looksLikeTotals(cells);
}
