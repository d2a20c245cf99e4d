import { getColumnLetter } from '~/domain/import/reading/cell';
import {
  InvalidFileError,
  MAX_CELL_CHARACTERS,
  tooLongCellError,
  tooManyColumnsError,
} from './limits';

/**
 * Reads separated values as spreadsheets write them; ambiguous quotation marks are errors, never
 * guessed.
 */

/** A quotation mark inside quotation marks is doubled or follows a backslash. */
type QuoteEscape = 'doubled' | 'backslash';

interface CellLayout {
  separator: string;
  escape: QuoteEscape;
  sheet: string;
}

/** Excel's own limit. */
const MAX_CELLS = 16_384;

interface ScanState extends CellLayout {
  text: string;
  stop: RegExp;
  row: number;
  width: number;
}

interface ScannedCell {
  value: string;
  end: number;
  isLoose?: boolean;
}

const SAVE_AGAIN_ADVICE =
  'Please correct it, or save the table as .xlsx, and choose the file again.';

/**
 * Yields the records of a text, blank ones with one empty cell. Throws InvalidFileError for a stray
 * quotation mark.
 */
export function* readSeparatedRows(
  text: string,
  separator: string,
  sheet: string,
): Generator<string[]> {
  const escape = detectQuoteEscape(text, { separator, sheet });
  yield* scanRows(text, { separator, escape, sheet });
}

/** Backslashes are escapes only if the text is well-formed with them and not without. */
function detectQuoteEscape(text: string, layout: Omit<CellLayout, 'escape'>): QuoteEscape {
  if (!text.includes('\\"') || isWellFormed(text, { ...layout, escape: 'doubled' }))
    return 'doubled';
  return isWellFormed(text, { ...layout, escape: 'backslash' }) ? 'backslash' : 'doubled';
}

function isWellFormed(text: string, layout: CellLayout): boolean {
  try {
    for (const _ of scanRows(text, layout, { isStrict: true }));
    return true;
  } catch (error) {
    if (error instanceof InvalidFileError) return false;
    throw error;
  }
}

function* scanRows(
  text: string,
  layout: CellLayout,
  { isStrict = false } = {},
): Generator<string[], void> {
  const stop = new RegExp(`[${layout.separator}\\r\\n]`, 'g');
  const scan: ScanState = { ...layout, text, stop, row: 0, width: 0 };
  for (let at = 0; at < text.length;) {
    scan.row++;
    const cells: string[] = [];
    let looseCell = -1;
    for (;;) {
      const cell = readCell(scan, at, cells.length);
      if (cell.isLoose) {
        if (isStrict) throw brokenQuoteError(scan, cells.length);
        looseCell = cells.length;
      }
      if (cell.value.length > MAX_CELL_CHARACTERS)
        throw tooLongCellError(scan.sheet, scan.row, cells.length);
      if (cells.push(cell.value) > MAX_CELLS) throw tooManyColumnsError(scan.sheet, scan.row);
      at = cell.end;
      if (text[at] !== layout.separator) break;
      at++;
    }
    if (looseCell >= 0 && scan.width > 1 && cells.length > scan.width)
      throw brokenQuoteError(scan, looseCell);
    scan.width = Math.max(scan.width, cells.length);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    yield cells;
  }
}

function readCell(scan: ScanState, start: number, column: number): ScannedCell {
  const { text } = scan;
  if (text[start] !== '"') return readUnquotedCell(scan, start);
  const close = findClosingQuote(scan, start + 1);
  if (close < 0) throw unclosedQuoteError(scan, column);
  const value = text.slice(start + 1, close);
  let end = close + 1;
  while (text[end] === ' ') end++;
  if (isCellEnd(scan, end)) {
    if (hasSwallowedRows(scan, value, column)) throw swallowedRowsError(scan, column);
    return { value: unescapeQuotes(value, scan.escape), end };
  }
  if (/[\r\n]/.test(value)) throw brokenQuoteError(scan, column);
  // Spreadsheets copy cells such as '"Uber" for pets' without more quotation marks.
  return { ...readUnquotedCell(scan, start), isLoose: true };
}

function readUnquotedCell({ text, stop }: ScanState, start: number): ScannedCell {
  stop.lastIndex = start;
  const end = stop.exec(text)?.index ?? text.length;
  const value = text.slice(start, end);
  return { value, end, isLoose: value.trimStart().startsWith('"') };
}

function isCellEnd({ text, separator }: ScanState, at: number): boolean {
  return at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r';
}

function findClosingQuote({ text, escape }: ScanState, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at)) {
    if (text[at + 1] === '"') at += 2;
    else if (escape === 'backslash' && isEscaped(text, at, from)) at++;
    else return at;
  }
  return -1;
}

function isEscaped(text: string, at: number, from: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= from && text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function unescapeQuotes(value: string, escape: QuoteEscape): string {
  const plain = escape === 'backslash' ? value.replace(/\\(["\\])/g, '$1') : value;
  return plain.replaceAll('""', '"');
}

/**
 * Returns whether a cell of several lines contains whole rows: a later quotation mark closed a
 * stray one.
 */
function hasSwallowedRows({ separator, width }: ScanState, value: string, column: number): boolean {
  if (width < 2 || !value.includes(separator)) return false;
  const lines = value.split(/\r\n|[\r\n]/);
  if (lines.length < 2) return false;
  // Tabs at the beginning of lines only indent them, also behind a bullet.
  if (separator === '\t' && !lines.some((line) => removeIndent(line).includes('\t'))) return false;
  return lines.every((line, i) => {
    const count = countSeparators(line, separator);
    if (i === 0) return count === width - 1 - column;
    return count === (i === lines.length - 1 ? column : width - 1);
  });
}

function removeIndent(line: string): string {
  return line.trimStart().replace(/^[•◦‣▪▫●○■□·–*-]\t+/, '');
}

/** Leaves out a comma before a space, which belongs to a sentence. */
function countSeparators(line: string, separator: string): number {
  const belongsToText = (next: string | undefined) => separator !== '\t' && next === ' ';
  return [...line].filter((character, i) => character === separator && !belongsToText(line[i + 1]))
    .length;
}

const formatCellName = (row: number, column: number) => `${getColumnLetter(column)}${row}`;

function unclosedQuoteError({ row }: ScanState, column: number): InvalidFileError {
  return new InvalidFileError(
    `The quotation mark at the beginning of cell ${formatCellName(row, column)} is never closed. ${SAVE_AGAIN_ADVICE}`,
  );
}

function brokenQuoteError({ row }: ScanState, column: number): InvalidFileError {
  return new InvalidFileError(
    `The quotation marks in cell ${formatCellName(row, column)} do not belong together, so that it is not clear ` +
      `where the cell ends. ${SAVE_AGAIN_ADVICE}`,
  );
}

function swallowedRowsError({ row }: ScanState, column: number): InvalidFileError {
  return new InvalidFileError(
    `The quotation mark at the beginning of cell ${formatCellName(row, column)} is closed only in a later row. ${SAVE_AGAIN_ADVICE}`,
  );
}
