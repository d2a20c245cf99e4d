import { TEXT_SEPARATORS, type TextLayout, type TextSeparator } from '#db/schema';
import { parseTextCell } from '~/domain/import/reading/cell';
import { formatCount } from '~/domain/text/text';
import { decodeText } from './encoding';
import { InvalidFileError, MAX_COLUMNS, tooManyColumnsError } from './limits';
import { readSeparatedRows } from './separated';
import { type Sheet, type SheetRow, trimEmptyCells } from './sheet';

const SEPARATORS: Record<TextSeparator, string> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  pipe: '|',
};
const BLANK_CHARACTERS = new Set([...Object.values(SEPARATORS), ' ', '\r', '\n']);
const MAX_SAMPLE_ROWS = 20;
const MAX_SAMPLE_CHARACTERS = 1_000_000;
/** Includes blank lines, which take as long to read as others. */
const MAX_LINES = 200_000;

/**
 * Reads a text file with separated values; what `layout` leaves out is detected. Throws
 * InvalidFileError.
 */
export async function readCsv(
  bytes: Uint8Array,
  name: string,
  layout: Partial<TextLayout> = {},
): Promise<Sheet> {
  const { text, encoding } = await decodeText(bytes, layout.encoding);
  return createSheet(text, name, layout.separator, encoding);
}

export function readPastedCells(
  cells: string,
  name: string,
  layout: Partial<TextLayout> = {},
): Sheet {
  return createSheet(cells, name, layout.separator);
}

function createSheet(
  text: string,
  name: string,
  chosen?: TextSeparator,
  encoding?: TextLayout['encoding'],
): Sheet {
  // Excel writes this line for the separator, and does not count it as a row.
  const [line = '', character] = /^\ufeff?sep=([,;\t|])\r?\n/i.exec(text) ?? [];
  const body = text
    .slice(line.length, Math.max(line.length, findContentEnd(text)))
    .replace(/^\ufeff/, '');
  const named = TEXT_SEPARATORS.find((separator) => SEPARATORS[separator] === character);
  const separator = chosen ?? named ?? guessSeparator(body);
  return { name, rows: readRows(name, body, separator), layout: { encoding, separator } };
}

function findContentEnd(text: string): number {
  let end = text.length;
  while (end > 0 && BLANK_CHARACTERS.has(text[end - 1]!)) end--;
  return end;
}

async function* readRows(
  name: string,
  text: string,
  separator: TextSeparator,
): AsyncGenerator<SheetRow> {
  let row = 0;
  for (const record of readSeparatedRows(text, SEPARATORS[separator], name)) {
    if (++row > MAX_LINES)
      throw new InvalidFileError(`There are more than ${formatCount(MAX_LINES, 'row')}.`);
    const cells = trimEmptyCells(record.map(parseTextCell));
    if (cells.length > MAX_COLUMNS) throw tooManyColumnsError(name, row);
    if (cells.length) yield { row, cells };
  }
}

/** Picks the separator that splits the first rows most evenly into most columns. */
function guessSeparator(text: string): TextSeparator {
  const beginning = text.slice(0, MAX_SAMPLE_CHARACTERS);
  const scores = TEXT_SEPARATORS.map((name) =>
    rateEvenness(readFirstRows(beginning, SEPARATORS[name])),
  );
  return TEXT_SEPARATORS[scores.indexOf(Math.max(...scores))]!;
}

function readFirstRows(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  try {
    for (const row of readSeparatedRows(text, separator, '')) {
      rows.push(row);
      if (rows.length === MAX_SAMPLE_ROWS) break;
    }
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
  }
  return rows;
}

function rateEvenness(rows: string[][]): number {
  const widths = rows.map(({ length }) => length).filter((width) => width > 1);
  const scores = widths.map(
    (width) => (width * widths.filter((candidate) => candidate === width).length) / rows.length,
  );
  return Math.max(0, ...scores);
}
