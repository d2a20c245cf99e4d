import type { ImportCell, ImportSheet } from '#db/schema';
import { counted } from '~/models/text';
import { holdsNotes } from '~/models/note/exported';
import { findSheet } from '~/models/import/columns';
import { BadFile } from './bad-file';
import type { Sheet, SheetRow } from './sheet';

/** Where a header row is looked for. */
const HEADER_ROWS = 20;
const MAX_ROWS = 20_000;
/** Of all sheets together. */
const MAX_ALL_ROWS = 40_000;
const MAX_COLUMNS = 200;
const SAMPLES = 3;
/** Rows that are sent to the main thread at once. */
const CHUNK = 250;

export interface StagedRow extends SheetRow {
  /** Index in the import's sheets. */
  sheet: number;
}

type Send = (rows: StagedRow[]) => Promise<void>;

/**
 * Sends the rows below the header of each sheet that has one. Returns these sheets, and
 * without rows the notes of an export. Throws BadFile if there are none or too many rows.
 */
export async function stageSheets(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  send: Send,
): Promise<ImportSheet[]> {
  const staged: ImportSheet[] = [];
  let isHeaderFound = false;
  let rows = 0;
  for await (const sheet of sheets) {
    const found = await stageSheet(sheet, staged.length, send);
    isHeaderFound ||= found !== undefined;
    if (!found || !(found.rows || isOfNotes(found))) continue;
    staged.push(found);
    rows += found.rows;
    if (rows > MAX_ALL_ROWS)
      throw new BadFile(`There are more than ${counted(MAX_ALL_ROWS, 'row')} in all sheets.`);
  }
  if (rows) return staged;
  throw new BadFile(
    isHeaderFound
      ? 'There are no rows below the header.'
      : `No row with column names was found: the first ${HEADER_ROWS} rows are looked at.`,
  );
}

async function stageSheet(
  { name, rows }: Sheet,
  index: number,
  send: Send,
): Promise<ImportSheet | undefined> {
  let first: SheetRow[] | undefined = [];
  let sheet: ImportSheet | undefined;
  let waiting: StagedRow[] = [];
  const add = async (row: SheetRow) => {
    checkSize(sheet!, row);
    sheet!.rows++;
    addSamples(sheet!.samples, row.cells);
    waiting.push({ sheet: index, ...row });
    if (waiting.length < CHUNK) return;
    await send(waiting);
    waiting = [];
  };
  const begin = async () => {
    sheet = sheetOf(name, first!);
    if (sheet && !isOfNotes(sheet))
      for (const row of first!) if (row.row > sheet.headerRow) await add(row);
    first = undefined;
  };
  for await (const row of rows) {
    if (first && row.row <= HEADER_ROWS) {
      first.push(row);
      continue;
    }
    if (first) await begin();
    if (!sheet || isOfNotes(sheet)) return sheet;
    await add(row);
  }
  if (first) await begin();
  if (waiting.length) await send(waiting);
  return sheet;
}

/** With the header that the first rows have; undefined without one. */
function sheetOf(name: string, first: SheetRow[]): ImportSheet | undefined {
  const rows: ImportCell[][] = Array.from({ length: first.at(-1)?.row ?? 0 }, () => []);
  for (const { row, cells } of first) rows[row - 1] = cells;
  const found = findSheet(name, rows);
  return found && { ...found, samples: found.headers.map(() => []), rows: 0 };
}

/** The notes of an export are not read. */
function isOfNotes({ headers }: ImportSheet): boolean {
  return holdsNotes(headers);
}

function checkSize({ name, rows }: ImportSheet, { row, cells }: SheetRow): void {
  if (rows >= MAX_ROWS)
    throw new BadFile(`The sheet '${name}' has more than ${counted(MAX_ROWS, 'row')}.`);
  if (cells.length > MAX_COLUMNS)
    throw new BadFile(`Row ${row} of the sheet '${name}' has more than ${MAX_COLUMNS} columns.`);
}

function addSamples(samples: string[][], cells: ImportCell[]): void {
  samples.forEach((values, i) => {
    const text = cellText(cells[i] ?? null);
    if (values.length < SAMPLES && text) values.push(text);
  });
}

/** As a sample shows it. */
function cellText(cell: ImportCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  return 'date' in cell ? cell.date : cell.error;
}
