import type { ImportCell, ImportSheet, SkippedSheet } from '#db/schema';
import { findReferenceSheetKind } from '~/domain/export/columns';
import { findSheet, type HeaderOptions } from '~/domain/import/mapping/find-sheet';
import { getCellText, getColumnLetter, isBlankCell } from '~/domain/import/reading/cell';
import type { ParsedSheets, ReadRow, SendChunk } from '~/domain/import/reading/read-job';
import { isBareAmount, isCurrencyNumber, recordNotations } from '~/domain/import/values/amounts';
import { recordDateOrder } from '~/domain/import/values/dates';
import { formatNames, truncate } from '~/domain/text/text';
import {
  InvalidFileError,
  MAX_ROW_CHARACTERS,
  MAX_ROWS,
  MAX_STORED_BYTES,
  MAX_TOTAL_COLUMNS,
  MAX_TOTAL_ROWS,
  tooLargeFileError,
  tooLongRowError,
  tooManyRowsError,
  tooManyTotalColumnsError,
} from './limits';
import { countCellCharacters, type Sheet, type SheetRow } from './sheet';

const IS_HIDDEN = 'it is hidden';
const SHOW_ADVICE = 'Please show what is to be imported, and choose the file again.';
const MAX_HEADER_ROW = 20;
const MAX_NAMES = 5;
const MAX_SAMPLES = 3;
const MAX_SAMPLE_CHARACTERS = 50;
const MAX_CHUNK_ROWS = 250;
const MAX_CHUNK_BYTES = 2 * 1024 * 1024;

/**
 * Sends the rows below the header of each sheet that has one, without hidden ones. Returns these
 * sheets, and the notes of an export without rows. Throws InvalidFileError if there are none or too
 * many.
 */
export async function collectSheets(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  send: SendChunk<ReadRow[]>,
  options?: HeaderOptions,
): Promise<ParsedSheets> {
  const collector = new SheetCollector(send, options);
  for await (const sheet of sheets) await collector.addSheet(sheet);
  return collector.finish();
}

interface SizedRow extends SheetRow {
  bytes: number;
}

type CollectedSheet = ImportSheet &
  Required<Pick<ImportSheet, 'openDays' | 'settledDays' | 'notations' | 'bytes'>>;

class SheetCollector {
  private sheets: ImportSheet[] = [];
  private skippedSheets: SkippedSheet[] = [];
  private isHeaderFound = false;
  /** Hidden rows of sheets that have no others. */
  private hiddenRows = 0;
  private rows = 0;
  private bytes = 0;
  private columns = 0;
  private waiting: ReadRow[] = [];
  private waitingBytes = 0;

  constructor(
    private readonly send: SendChunk<ReadRow[]>,
    private readonly options?: HeaderOptions,
  ) {}

  async addSheet(source: Sheet): Promise<void> {
    const { name, rows, isHidden, hiddenColumns = [], mergedRows = [], comments, layout } = source;
    const sheet = await this.addRows(name, rows);
    this.isHeaderFound ||= sheet !== undefined && !isReferenceSheet(sheet);
    if (!sheet || !(sheet.rows || isReferenceSheet(sheet))) {
      this.hiddenRows += sheet?.hiddenRows ?? 0;
      this.skippedSheets.push({
        name,
        why: isHidden ? IS_HIDDEN : 'it has no rows below column names',
      });
      return;
    }
    if (hiddenColumns.length) hideColumns(sheet, hiddenColumns);
    if (comments) sheet.comments = comments;
    const mergedCells = mergedRows.filter((row) => row > sheet.headerRow).length;
    if (mergedCells) sheet.mergedCells = mergedCells;
    this.sheets.push(layout ? { ...sheet, layout } : sheet);
    this.columns += sheet.headers.length;
    if (this.columns > MAX_TOTAL_COLUMNS) throw tooManyTotalColumnsError();
  }

  async finish(): Promise<ParsedSheets> {
    await this.flush();
    if (this.rows) return { sheets: this.sheets, skippedSheets: this.skippedSheets };
    if (this.sheets.length && !this.isHeaderFound)
      throw new InvalidFileError(describeReferenceSheets(this.sheets));
    throw new InvalidFileError(
      this.describeHiddenParts() ??
        (this.isHeaderFound
          ? 'There are no rows below the header.'
          : `No row with column names was found in the first ${MAX_HEADER_ROW} rows.`),
    );
  }

  /** Says that the file may have rows where they are left out; undefined if nothing is hidden. */
  private describeHiddenParts(): string | undefined {
    if (this.hiddenRows) return `All rows below the column names are hidden. ${SHOW_ADVICE}`;
    const sheets = this.skippedSheets.filter(({ why }) => why === IS_HIDDEN);
    if (!sheets.length) return undefined;
    const firstNames = sheets.slice(0, MAX_NAMES).map(({ name }) => `‘${name}’`);
    const names = formatNames(firstNames, sheets.length);
    return `No visible sheet has rows, and hidden ones are left out: ${names}. ${SHOW_ADVICE}`;
  }

  private async addRows(name: string, rows: Sheet['rows']): Promise<CollectedSheet | undefined> {
    let first: SizedRow[] | undefined = [];
    let sheet: CollectedSheet | undefined;
    for await (const row of rows) {
      const sized = this.measureRow(name, row);
      if (first && row.row <= MAX_HEADER_ROW) {
        first.push(sized);
        continue;
      }
      if (first) sheet = await this.beginSheet(name, first);
      first = undefined;
      if (!sheet || isReferenceSheet(sheet)) return sheet;
      await this.addRow(sheet, sized);
    }
    return first ? this.beginSheet(name, first) : sheet;
  }

  private measureRow(name: string, row: SheetRow): SizedRow {
    const length = row.cells.reduce((sum: number, cell) => sum + countCellCharacters(cell), 0);
    if (length > MAX_ROW_CHARACTERS) throw tooLongRowError(name, row.row);
    const bytes = Buffer.byteLength(JSON.stringify(row.cells));
    this.bytes += bytes;
    if (this.bytes > MAX_STORED_BYTES) throw tooLargeFileError();
    return { ...row, bytes };
  }

  private async beginSheet(name: string, first: SizedRow[]): Promise<CollectedSheet | undefined> {
    const sheet = findImportSheet(name, first, this.options);
    if (!sheet || isReferenceSheet(sheet)) return sheet;
    const rowsAbove = countRowsAbove(sheet, first);
    if (rowsAbove) sheet.rowsAbove = rowsAbove;
    for (const row of first) if (row.row > sheet.headerRow) await this.addRow(sheet, row);
    return sheet;
  }

  private async addRow(
    sheet: CollectedSheet,
    { bytes, isHidden, ...row }: SizedRow,
  ): Promise<void> {
    if (isHidden) {
      sheet.hiddenRows = (sheet.hiddenRows ?? 0) + 1;
      return;
    }
    if (sheet.rows >= MAX_ROWS) throw tooManyRowsError(sheet.name);
    if (this.rows >= MAX_TOTAL_ROWS) throw tooManyRowsError();
    addMissingColumns(sheet, row.cells);
    sheet.rows++;
    sheet.bytes += bytes;
    this.rows++;
    addSamples(sheet.samples, row.cells);
    recordDateOrder(sheet, row.cells);
    recordAmountColumns(sheet, row.cells);
    recordNotations(sheet, row.cells);
    this.waiting.push({ sheet: this.sheets.length, ...row });
    this.waitingBytes += bytes;
    if (this.waiting.length >= MAX_CHUNK_ROWS || this.waitingBytes >= MAX_CHUNK_BYTES)
      await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.waiting.length) await this.send(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

function findImportSheet(
  name: string,
  first: SheetRow[],
  options: HeaderOptions | undefined,
): CollectedSheet | undefined {
  const last = Math.max(0, ...first.map(({ row }) => row));
  const rows: ImportCell[][] = Array.from({ length: last }, () => []);
  for (const { row, cells } of first) rows[row - 1] = cells;
  const header = findSheet(name, rows, options);
  if (!header) return undefined;
  const samples = header.headers.map(() => []);
  const recorded = { openDays: {}, settledDays: {}, notations: {} };
  return { ...header, samples, ...recorded, rows: 0, bytes: 0 };
}

/** Counts rows that may belong to a table of their own, unlike titles of one cell. */
function countRowsAbove({ headerRow }: ImportSheet, first: SheetRow[]): number {
  const above = first.filter(({ row, isHidden }) => row < headerRow && !isHidden);
  return above.filter(({ cells }) => cells.filter((cell) => !isBlankCell(cell)).length > 1).length;
}

/** Adds columns that have no header, and values only below the rows that the header was found in. */
function addMissingColumns({ headers, samples, targets }: ImportSheet, cells: ImportCell[]): void {
  for (let column = headers.length; column < cells.length; column++) {
    headers.push(`Column ${getColumnLetter(column)}`);
    samples.push([]);
    targets.push(null);
  }
}

/** Imports hidden columns only if the user chooses them, except the export's own reference. */
function hideColumns(sheet: ImportSheet, hidden: number[]): void {
  sheet.hiddenColumns = hidden.filter((column) => column < sheet.headers.length);
  sheet.targets = sheet.targets.map((target, column) =>
    hidden.includes(column) && target !== 'reference' ? null : target,
  );
}

function isReferenceSheet({ headers }: ImportSheet): boolean {
  return findReferenceSheetKind(headers) !== undefined;
}

function describeReferenceSheets(sheets: ImportSheet[]): string {
  const kinds = sheets.flatMap(({ headers }) => findReferenceSheetKind(headers) ?? []);
  const titles = [...new Set(kinds)].map((kind) => kind[0]!.toUpperCase() + kind.slice(1));
  const list = new Intl.ListFormat('en').format(titles);
  const subject = titles.length === 1 ? 'This is the sheet' : 'These are the sheets';
  return `${subject} ${list} of an export, which an import leaves alone.`;
}

/** Records columns with numbers that may be amounts whose currency or unit is elsewhere. */
function recordAmountColumns(sheet: ImportSheet, cells: ImportCell[]): void {
  sheet.amounts ??= {};
  for (const [column, cell] of cells.entries())
    if (!Object.hasOwn(sheet.amounts, column) && (isBareAmount(cell) || isCurrencyNumber(cell)))
      sheet.amounts[column] = {};
}

function addSamples(samples: string[][], cells: ImportCell[]): void {
  samples.forEach((values, i) => {
    if (values.length >= MAX_SAMPLES) return;
    const text = getCellText(cells[i] ?? null);
    if (text)
      values.push(
        text.length > MAX_SAMPLE_CHARACTERS ? `${truncate(text, MAX_SAMPLE_CHARACTERS)}…` : text,
      );
  });
}
