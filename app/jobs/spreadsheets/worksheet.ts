import type { ImportCell } from '#db/schema';
import { getColumnLetter } from '~/domain/import/reading/cell';
import { parseIsoDate, parseSerialDate } from './dates';
import {
  InvalidFileError,
  MAX_CELL_CHARACTERS,
  MAX_COLUMNS,
  MAX_SHARED_TEXTS,
  tooLongCellError,
  tooManyColumnsError,
  tooManyTextsError,
} from './limits';
import { toShownNumber } from './number-format';
import {
  countCellCharacters,
  isEmptyCell,
  type Sheet,
  type SheetRow,
  trimEmptyCells,
} from './sheet';
import { isTrue, parseXml, type XmlHandler } from './xml';

export type CellStyle = 'date' | { format: string } | undefined;

export interface WorkbookContext {
  strings: string[];
  styles: CellStyle[];
  since1904: boolean;
  /** Set by programs that write formulas without calculating them. */
  isCalculatedOnLoad: boolean;
}

/** A character may be written in seven code units. */
const MAX_ESCAPED_CHARACTERS = 7 * MAX_CELL_CHARACTERS + 7;

/** Decodes escapes such as `_x000D_`, which stand for characters that XML cannot hold. */
function unescapeText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      )
    : text;
}

/**
 * Collects shared texts, each the sum of its formatted parts. Texts too long for a cell keep one
 * character beyond the limit, so that the cell is reported.
 */
export function collectStrings(strings: string[]): XmlHandler {
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    open: (name) => {
      if (name === 'si') text = '';
      // `rPh` holds the reading of Japanese names.
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (more) => {
      if (isText && text.length <= MAX_ESCAPED_CHARACTERS) text += more;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      if (strings.push(unescapeText(text).slice(0, MAX_CELL_CHARACTERS + 1)) > MAX_SHARED_TEXTS)
        throw tooManyTextsError();
    },
  };
}

/** Excel's own limits. */
const MAX_COLUMN_INDEX = 16_384;
const MAX_ROW = 1_048_576;

type Worksheet = Pick<Sheet, 'name' | 'hiddenColumns' | 'mergedRows'> & {
  links?: Map<string, string>;
};

export async function* readWorksheet(
  chunks: AsyncIterable<Buffer>,
  book: WorkbookContext,
  sheet: Worksheet,
): AsyncGenerator<SheetRow> {
  const rows: SheetRow[] = [];
  for await (const _ of parseXml(chunks, collectRows(rows, book, sheet))) yield* rows.splice(0);
}

interface RawCell {
  type: string | undefined;
  style: number;
  value: string | undefined;
  formula: string | undefined;
}

function collectRows(
  rows: SheetRow[],
  book: WorkbookContext,
  { name: sheet, hiddenColumns, mergedRows, links }: Worksheet,
): XmlHandler {
  let row = 0;
  let isHidden = false;
  let column = 0;
  let cells: ImportCell[] = [];
  let cell: RawCell | undefined;
  let within: 'value' | 'formula' | undefined;
  let isPhonetic = false;
  const open: XmlHandler['open'] = (name, { r, t, s, hidden, min, max, ref }) => {
    if (name === 'col' && isTrue(hidden)) hiddenColumns?.push(...listColumnRange(min, max));
    else if (name === 'mergeCell') mergedRows?.push(...listTallMerge(ref));
    else if (name === 'row') {
      isHidden = isTrue(hidden);
      row = parseRowNumber(r ?? row + 1);
      column = 0;
      cells = [];
    } else if (name === 'c') {
      column = r === undefined ? column + 1 : parseColumnIndex(r);
      cell = { type: t, style: Number(s ?? 0), value: undefined, formula: undefined };
    } else if (name === 'rPh') isPhonetic = true;
    else within = isPhonetic ? undefined : CELL_ELEMENTS[name];
    if (cell && within) cell[within] ??= '';
  };
  const close = (name: string) => {
    within = undefined;
    if (name === 'rPh') isPhonetic = false;
    if (name === 'c' && cell) {
      const link =
        links?.get(`${getColumnLetter(column - 1)}${row}`) ?? findFormulaLink(cell.formula);
      const value = addLink(toImportCell(cell, book), link);
      cell = undefined;
      if (!isEmptyCell(value)) assertCellAllowed(value, sheet, row, column);
      if (column <= MAX_COLUMNS) cells[column - 1] = value;
    }
    if (name !== 'row') return;
    const filled = trimEmptyCells(cells);
    if (filled.length) rows.push({ row, cells: filled, ...(isHidden && { isHidden }) });
  };
  const text = (more: string) => {
    if (!cell || !within) return;
    const longer = (cell[within] ?? '') + more;
    if (longer.length > MAX_ESCAPED_CHARACTERS) throw tooLongCellError(sheet, row, column - 1);
    cell[within] = longer;
  };
  return { open, close, text };
}

function assertCellAllowed(cell: ImportCell, sheet: string, row: number, column: number): void {
  if (column > MAX_COLUMNS) throw tooManyColumnsError(sheet, row);
  if (countCellCharacters(cell) > MAX_CELL_CHARACTERS)
    throw tooLongCellError(sheet, row, column - 1);
}

/** `t` holds texts that are inside the cell itself. */
const CELL_ELEMENTS: Record<string, 'value' | 'formula' | undefined> = {
  v: 'value',
  t: 'value',
  f: 'formula',
};

function listColumnRange(min = '', max = ''): number[] {
  const first = Number(min) - 1;
  const last = Math.min(Number(max), MAX_COLUMNS);
  return Number.isInteger(first) && first >= 0 && last > first
    ? Array.from({ length: last - first }, (_, i) => first + i)
    : [];
}

/** Returns the first row of a range such as 'A2:A4'; nothing if it is within one row. */
function listTallMerge(range = ''): number[] {
  const [, first, last] = /^[A-Z]+(\d+):[A-Z]+(\d+)$/.exec(range) ?? [];
  return Number(last) > Number(first) ? [Number(first)] : [];
}

function parseRowNumber(number: string | number): number {
  const row = Number(number);
  if (!Number.isInteger(row) || row < 1 || row > MAX_ROW)
    throw new Error('No row has this number.');
  return row;
}

/** Returns 28 for 'AB12'. */
function parseColumnIndex(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  if (column < 1 || column > MAX_COLUMN_INDEX) throw new Error('No column has this name.');
  return column;
}

/** Returns the address of '=HYPERLINK("https://acme.com","Website")'. */
function findFormulaLink(formula: string | undefined): string | undefined {
  return /^HYPERLINK\("((?:https?:\/\/|mailto:)[^"]{1,2083})"/i.exec(formula ?? '')?.[1];
}

function addLink(cell: ImportCell, link: string | undefined): ImportCell {
  if (!link || typeof cell !== 'string' || cell === link) return cell;
  return { text: cell, link };
}

function toImportCell(cell: RawCell, book: WorkbookContext): ImportCell {
  const { type, style, value, formula } = cell;
  // An empty cell would count as a deleted value.
  if (formula !== undefined && !hasResult(cell, book)) return { error: `=${formula}` };
  if (value === undefined) return null;
  if (type === 'inlineStr' || type === 'str') return unescapeText(value) || null;
  if (!value.trim()) return null;
  if (type === 's') return getSharedString(value, book);
  if (type === 'b') return value.trim() === '1' || value.trim() === 'true';
  if (type === 'e') return { error: value };
  if (type === 'd') return parseIsoDate(value);
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const cellStyle = book.styles[style];
  if (cellStyle === 'date') return parseSerialDate(number, book.since1904);
  return cellStyle ? toShownNumber(number, cellStyle.format) : number;
}

/** Programs that calculate nothing store no result, an empty one, or 0. */
function hasResult(
  { type, value = '' }: RawCell,
  { isCalculatedOnLoad }: WorkbookContext,
): boolean {
  if (type === 'str') return true;
  return value.trim() !== '' && !(isCalculatedOnLoad && Number(value) === 0 && type !== 'b');
}

function getSharedString(index: string, { strings }: WorkbookContext): ImportCell {
  const text = strings[Number(index)];
  if (text === undefined) throw new InvalidFileError('The workbook is damaged: a text is missing.');
  return text || null;
}
