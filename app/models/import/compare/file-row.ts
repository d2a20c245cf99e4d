import type { CellProblem, ColumnAmount, ImportCell, ImportRow, ImportSheet } from '#db/schema';
import { contactKey } from '~/models/contact/import-fields';
import { companyKeys } from '~/models/pipeline/company-key';
import { truncated } from '~/models/text';
import { cellText, columnLetter, isBlank, isShownNumber } from '~/models/import/cell';
import { readReference, type Reference } from '~/models/export/reference';
import { readCurrency } from '~/models/import/match/amounts';
import { plainHeader } from '~/models/import/match/columns';
import { CURRENCY_TARGET, type Holds, KEEP, newFieldTarget } from '~/models/import/match/targets';

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
  /** By column, what bare amounts are in. */
  amounts?: ImportSheet['amounts'];
  headers?: string[];
  unitsRow?: number;
}

export function columnsOf(
  { targets }: Pick<ImportSheet, 'targets'>,
  sheet = 0,
): Map<string, number> {
  return new Map(
    targets.flatMap((target, i): [string, number][] => {
      if (target === null) return [];
      return [[target === KEEP.key ? newFieldTarget(sheet, i) : target, i]];
    }),
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

/** What a bare amount in this field is in: its column says it, else the row's currency. */
export function amountOf(row: FileRow, target: string): ColumnAmount {
  const column = row.amounts?.[row.columns.get(target) ?? -1] ?? {};
  const currency = column.currency ?? readCurrency(cellText(cellOf(row, CURRENCY_TARGET)));
  return { ...column, ...(currency && { currency }) };
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
  const naming = holds === 'deals' ? ['reference', CURRENCY_TARGET] : ['reference', 'companyName'];
  return [...columns.keys()].filter((target) => !naming.includes(target) && !contactKey(target));
}

const NO_VALUES = 'has a value in none of the chosen columns';
const IS_UNITS = 'only names the units of the columns';
const IS_HEADER = 'repeats the column names';
const IS_TOTALS = 'looks like a row of totals';
const IS_NOTE = 'is a note of the report that the file was made from';

/** Why a row is no deal, as the end of a sentence; undefined for a row about a company. */
export function leftOut(row: FileRow): string | undefined {
  if (row.referenceText) return undefined;
  if (row.row === row.unitsRow) return IS_UNITS;
  const mapped = [...row.columns.keys()].map((target) => cellOf(row, target));
  if (repeatsHeaders(row)) return IS_HEADER;
  if (isReportNote(row.cells)) return IS_NOTE;
  if (mapped.every(isBlank)) return NO_VALUES;
  const isTotals = row.company ? isNamedTotals(row.company, row.cells) : looksLikeTotals(row.cells);
  return isTotals ? IS_TOTALS : undefined;
}

/** Reports that are printed in pages have their headers on each of them. */
function repeatsHeaders({ cells, headers = [] }: FileRow): boolean {
  const filled = cells.flatMap((cell, i) =>
    isBlank(cell)
      ? []
      : [{ text: headerText(cellText(cell)), header: headerText(headers[i] ?? '') }],
  );
  return filled.length > 1 && filled.every(({ text, header }) => text === header);
}

function headerText(text: string): string {
  return text.length > NAME_LIMIT ? '' : plainHeader(text) || text;
}

/** What programs write below a report, in one cell. */
const NOTE =
  /^(?:applied filters?:|filters? applied:|filtered by\b|copyright\b|©|\(c\)\s*\d{4}|confidential(?: information)?\s*[-–—:]|(?:strictly )?confidential\.?$|report (?:generated|created|run)\b|(?:generated|exported|printed|created) (?:by|on|from|at)\b|page \d+ of \d+$|as of \d|source:|disclaimer:|end of report|grand total|angewendete filter:|vertraulich(?:\s*[-–—:]|$)|erstellt (?:am|von)\b|stand:|seite \d+ von \d+$)|\ball rights reserved\b|\bdo not distribute\b/i;

function isReportNote(cells: ImportCell[]): boolean {
  const filled = cells.filter((cell) => !isBlank(cell));
  if (filled.length !== 1 || typeof filled[0] !== 'string') return false;
  const text = filled[0].trim();
  return text.length <= LONGEST_NOTE && NOTE.test(text);
}

const LONGEST_NOTE = 2_000;

const TOTAL = '(?:(?:grand|sub|report)[\\s-]*)?(?:totals?|sum|average|avg|mean|median|count)';
const WORDS = [
  `${TOTAL}(?:\\s*(?:\\(.*\\)|[:–-].*|(?:for|of|records?|rows?|deals?)\\b.*))?`,
  '(?:gesamt|summe|zwischensumme|gesamtsumme|durchschnitt|anzahl)(?:\\s*(?:\\(.*\\)|[:–-].*))?',
  '(?:合计|总计|小计|总和|平均|合計|小計|総計|平均値|件数)(?:\\s*[(（].*[)）])?',
];
const WORD = new RegExp(`^(?:${WORDS.join('|')})$`, 'i');
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
  if (typeof cell === 'number' || isShownNumber(cell)) return true;
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
