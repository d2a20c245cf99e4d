import { Readable } from 'node:stream';
import { type CastingContext, type CsvError, type Options, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { counted } from '~/models/text';
import {
  BadFile,
  MAX_CELL,
  MAX_COLUMNS,
  MAX_ROW_LENGTH,
  tooLongCell,
  tooManyColumns,
} from './limits';
import { type Sheet, type SheetRow, trimmed } from './sheet';

const SEPARATORS = [',', ';', '\t'];
const BLANK = new Set([...SEPARATORS, ' ', '\r', '\n']);
/** Rows that tell the separator. */
const FIRST_ROWS = 20;
/** With blank ones, each of which costs the parser as much time as a filled one. */
const MAX_LINES = 200_000;
/** Cells of a row with the empty ones, as in Excel. */
const MAX_CELLS = 16_384;
/** In characters. */
const PIECE = 32 * 1024;

const OPTIONS: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  record_delimiter: ['\r\n', '\n', '\r'],
  // In bytes, of which a character has up to four; the parser would collect ten megabytes in quotes.
  max_record_size: 4 * MAX_ROW_LENGTH,
};

/** The one sheet of a text with separated values. Throws BadFile. */
export function readCsv(bytes: Uint8Array, name: string): Sheet[] {
  return [sheetOf(decodeText(bytes), name)];
}

/** The one sheet of cells copied from a spreadsheet. */
export function readCells(cells: string, name: string): Sheet[] {
  return [sheetOf(cells, name)];
}

function sheetOf(text: string, name: string): Sheet {
  // Excel's own first line for the separator, which it does not count as a row.
  const [line = '', named] = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const body = text.slice(line.length, Math.max(line.length, endOf(text))).replace(/^\ufeff/, '');
  return { name, rows: rowsOf(name, body, named ?? guessSeparator(body)) };
}

/** Where blank cells and rows are all that follows. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && BLANK.has(text[end - 1]!)) end--;
  return end;
}

async function* rowsOf(name: string, text: string, delimiter: string): AsyncGenerator<SheetRow> {
  const options = { ...OPTIONS, delimiter, cast: checked(name) };
  const parser = Readable.from(inPieces(text)).pipe(parse(options));
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (++row > MAX_LINES) throw new BadFile(`There are more than ${counted(MAX_LINES, 'row')}.`);
      const cells = trimmed(record.map((text) => text || null));
      if (cells.length) yield { row, cells };
    }
  } catch (error) {
    throw isCsvError(error) ? new BadFile(problemOf(error)) : error;
  }
}

/** Looks at each cell before its row is complete: ten megabytes of commas would fill the memory. */
function checked(sheet: string) {
  return (cell: string, { index, records }: CastingContext): string => {
    if (index >= MAX_CELLS || (index >= MAX_COLUMNS && cell.trim()))
      throw tooManyColumns(sheet, records + 1);
    if (cell.length > MAX_CELL) throw tooLongCell(sheet, records + 1, index);
    return cell;
  };
}

/** The parser takes a piece whole: ten megabytes of line ends would fill the memory. */
function* inPieces(text: string): Generator<Buffer> {
  for (let at = 0; at < text.length;) {
    // Both halves of a surrogate pair come in one piece.
    const length = (text.codePointAt(at + PIECE - 1) ?? 0) > 0xffff ? PIECE + 1 : PIECE;
    yield Buffer.from(text.slice(at, at + length));
    at += length;
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

function problemOf({ code, records }: CsvError): string {
  const row = Number(records) + 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED')
    return `A quotation mark in row ${row} or later is never closed.`;
  if (code === 'CSV_MAX_RECORD_SIZE')
    return (
      `Row ${row} has more than ${counted(MAX_ROW_LENGTH, 'character')}, or a quotation mark in it is ` +
      'never closed. Please correct it, and choose the file again.'
    );
  return `Row ${row} cannot be read.`;
}

/** The separator that splits the first rows most evenly into most columns. */
function guessSeparator(text: string): string {
  const scores = SEPARATORS.map((separator) => evenness(firstRows(text, separator)));
  return SEPARATORS[scores.indexOf(Math.max(...scores))]!;
}

function firstRows(text: string, delimiter: string): string[][] {
  try {
    const options = { ...OPTIONS, delimiter, to: FIRST_ROWS, cast: checked('') };
    return parseNow(text.slice(0, 1_000_000), options);
  } catch {
    return [];
  }
}

/** Columns of the most frequent width, times the share of rows that have it. */
function evenness(rows: string[][]): number {
  const widths = rows.map(({ length }) => length).filter((width) => width > 1);
  const scores = widths.map(
    (width) => (width * widths.filter((candidate) => candidate === width).length) / rows.length,
  );
  return Math.max(0, ...scores);
}

/** No text has these. */
const BINARY = /(?![\t\n\v\f\r\u007f-\u009f])\p{Cc}/u;

/** How many bytes tell what the rest is. */
const BEGINNING = 4_096;

/** A text in UTF-8, UTF-16 or else Windows-1252. Throws BadFile for what is none. */
function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes);
  if (BINARY.test(text))
    throw new BadFile('This is neither a spreadsheet (.xlsx) nor a text file (.csv, .tsv).');
  return text;
}

function decode(bytes: Uint8Array): string {
  const wide = utf16Of(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** By its mark, or without one by the zeros of its Latin characters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, BEGINNING);
  const zeros = [0, 0];
  beginning.forEach((byte, i) => byte === 0 && zeros[i % 2]!++);
  const isMost = (count = 0, oppositeCount = 0) =>
    count > beginning.length / 5 && oppositeCount === 0;
  if (isMost(zeros[1], zeros[0])) return 'utf-16le';
  return isMost(zeros[0], zeros[1]) ? 'utf-16be' : undefined;
}
