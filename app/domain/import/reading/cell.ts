import type { ImportCell } from '#db/schema';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { isBlank } from '~/domain/text/text';

/** Spreadsheets show 15 digits: 0.1 + 0.2 is 0.3 there. */
const SPREADSHEET_DIGITS = 15;

function formatNumber(value: number): string {
  const rounded = Number(value.toPrecision(SPREADSHEET_DIGITS));
  if (Number.isInteger(rounded) && Math.abs(rounded) < 1e18) return String(BigInt(rounded));
  return String(rounded);
}

/** Returns the text with '\n' as line end; an error as it is shown, such as '#N/A'. */
export function getCellText(cell: ImportCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return normalizeLineEnds(cell);
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if ('shown' in cell) return cell.shown;
  if ('link' in cell) return normalizeLineEnds(cell.text);
  return 'date' in cell ? formatDate(cell.date) : cell.error;
}

function formatDate(date: string): string {
  return date.replace(/T00:00$/, '').replace('T', ' ');
}

/** Errors as Excel writes them into text files, by the one that a workbook stores, in any language. */
const ERROR_TEXTS: Record<string, string[]> = {
  '#NULL!': ['#NUL!', '#¡NULO!'],
  '#DIV/0!': ['#¡DIV/0!'],
  '#VALUE!': ['#WERT!', '#VALEUR!', '#¡VALOR!', '#SPILL!', '#CALC!', '#ÜBERLAUF!'],
  '#REF!': ['#BEZUG!', '#¡REF!'],
  '#NAME?': ['#NOM?', '#¿NOMBRE?'],
  '#NUM!': ['#ZAHL!', '#NOMBRE!', '#¡NUM!'],
  '#N/A': ['#NV'],
  '#GETTING_DATA': [],
};

const WORKBOOK_ERRORS = new Map(
  Object.entries(ERROR_TEXTS).flatMap(([error, texts]) =>
    [error, ...texts].map((text): [string, string] => [text, error]),
  ),
);

/** Returns '#REF!' for '#BEZUG!'; undefined for any other text, such as a formula without a result. */
export function findWorkbookError(text: string): string | undefined {
  return WORKBOOK_ERRORS.get(text);
}

/** Reads the text of a cell of a file without types. */
export function parseTextCell(text: string): ImportCell {
  const error = text.trim();
  return findWorkbookError(error) ? { error } : text || null;
}

export function isErrorCell(cell: ImportCell | undefined): cell is { error: string } {
  return typeof cell === 'object' && cell !== null && 'error' in cell;
}

export function isDateCell(cell: ImportCell | undefined): cell is { date: string } {
  return typeof cell === 'object' && cell !== null && 'date' in cell;
}

export function isFormattedNumber(
  cell: ImportCell | undefined,
): cell is { number: number; shown: string; isScaled?: true } {
  return typeof cell === 'object' && cell !== null && 'shown' in cell;
}

const UNIT_FACTORS: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 };

/** Parses a formatted number to 15 digits: five million for '$5.0M'; undefined for a percentage. */
export function parseFormattedNumber(shown: string): number | undefined {
  const [, digits, unit = ''] = /(\d[\d,]*(?:\.\d+)?)\s*(%|\p{L})?/u.exec(shown) ?? [];
  if (digits === undefined || unit === '%') return undefined;
  const amount = Number(digits.replaceAll(',', '')) * (UNIT_FACTORS[unit.toLowerCase()] ?? 1);
  return Number(amount.toPrecision(SPREADSHEET_DIGITS)) * (/^[-(]|[(-]\d/.test(shown) ? -1 : 1);
}

export function isLinkedCell(cell: ImportCell | undefined): cell is { text: string; link: string } {
  return typeof cell === 'object' && cell !== null && 'link' in cell;
}

/** Cells copied from web pages may hold only characters without width. */
export function isBlankCell(cell: ImportCell | undefined): boolean {
  return isBlank(getCellText(cell));
}

/** Characters of a company's name in lists, and of a cell in messages. */
export const MAX_SHOWN_LENGTH = 200;

export function getColumnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : getColumnLetter(Math.floor(index / 26) - 1) + last;
}

export function getColumnIndex(address: string): number {
  const letters = /^[A-Z]*/.exec(address)![0];
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
