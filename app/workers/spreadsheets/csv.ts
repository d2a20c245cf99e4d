import { TEXT_SEPARATORS, type TextLayout, type TextSeparator } from '#db/schema';
import { counted } from '~/models/text';
import { decodeText } from './encoding';
import { BadFile, MAX_COLUMNS, tooManyColumns } from './limits';
import { separatedRows } from './separated';
import { type Sheet, type SheetRow, trimmed } from './sheet';

const SEPARATORS: Record<TextSeparator, string> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};
const BLANK = new Set([...Object.values(SEPARATORS), ' ', '\r', '\n']);
/** Rows that tell the separator, and the characters that they may take. */
const FIRST_ROWS = 20;
const FIRST_CHARACTERS = 1_000_000;
/** With blank ones, each of which costs as much time as a filled one. */
const MAX_LINES = 200_000;

/** The one sheet of a text file with separated values; what `layout` does not say is detected. Throws BadFile. */
export async function readCsv(
  bytes: Uint8Array,
  name: string,
  layout: Partial<TextLayout> = {},
): Promise<Sheet> {
  const { text, encoding } = await decodeText(bytes, layout.encoding);
  return sheetOf(text, name, layout.separator, encoding);
}

/** The one sheet of cells copied from a spreadsheet. */
export function readCells(cells: string, name: string, layout: Partial<TextLayout> = {}): Sheet {
  return sheetOf(cells, name, layout.separator);
}

function sheetOf(
  text: string,
  name: string,
  chosen?: TextSeparator,
  encoding?: TextLayout['encoding'],
): Sheet {
  // Excel's own first line for the separator, which it does not count as a row.
  const [line = '', sign] = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const body = text.slice(line.length, Math.max(line.length, endOf(text))).replace(/^\ufeff/, '');
  const named = TEXT_SEPARATORS.find((separator) => SEPARATORS[separator] === sign);
  const separator = chosen ?? named ?? guessSeparator(body);
  return { name, rows: rowsOf(name, body, separator), layout: { encoding, separator } };
}

/** Where blank cells and rows are all that follows. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && BLANK.has(text[end - 1]!)) end--;
  return end;
}

async function* rowsOf(
  name: string,
  text: string,
  separator: TextSeparator,
): AsyncGenerator<SheetRow> {
  let row = 0;
  for (const record of separatedRows(text, SEPARATORS[separator], name)) {
    if (++row > MAX_LINES) throw new BadFile(`There are more than ${counted(MAX_LINES, 'row')}.`);
    const cells = trimmed(record.map((cell) => cell || null));
    if (cells.length > MAX_COLUMNS) throw tooManyColumns(name, row);
    if (cells.length) yield { row, cells };
  }
}

/** The separator that splits the first rows most evenly into most columns. */
function guessSeparator(text: string): TextSeparator {
  const beginning = text.slice(0, FIRST_CHARACTERS);
  const scores = TEXT_SEPARATORS.map((name) => evenness(firstRows(beginning, SEPARATORS[name])));
  return TEXT_SEPARATORS[scores.indexOf(Math.max(...scores))]!;
}

function firstRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  try {
    for (const row of separatedRows(text, separator, '')) {
      rows.push(row);
      if (rows.length === FIRST_ROWS) break;
    }
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
  }
  return rows;
}

/** Columns of the most frequent width, times the share of rows that have it. */
function evenness(rows: string[][]): number {
  const widths = rows.map(({ length }) => length).filter((width) => width > 1);
  const scores = widths.map(
    (width) => (width * widths.filter((candidate) => candidate === width).length) / rows.length,
  );
  return Math.max(0, ...scores);
}
