import type { ImportCell, ImportSheet, PassedOver } from '#db/schema';
import { findSheet, type IsRound } from '~/models/import/match/columns';
import { isBareAmount } from '~/models/import/match/amounts';
import { noteDays } from '~/models/import/compare/days';
import type { ReadSheets, Send, StagedRow } from '~/models/import/tasks';
import { leftAlone } from '~/models/export/columns';
import { cellText } from '~/models/import/cell';
import { truncated } from '~/models/text';
import {
  BadFile,
  MAX_ALL_COLUMNS,
  MAX_ALL_ROWS,
  MAX_FILE,
  MAX_ROW_LENGTH,
  MAX_ROWS,
  tooLarge,
  tooLongRow,
  tooManyInAll,
  tooManyRows,
} from './limits';
import { cellLength, type Sheet, type SheetRow } from './sheet';

/** Where a header row is looked for. */
const HEADER_ROWS = 20;
const SAMPLES = 3;
/** Characters of a sample that are shown. */
const SHOWN = 50;
/** Rows that are sent to the server at once, unless their cells take so many bytes before. */
const CHUNK = 250;
const CHUNK_BYTES = 2 * 1024 * 1024;

/**
 * Sends the rows below the header of each sheet that has one, the hidden ones left out. Returns
 * these sheets, and without rows the notes of an export. Throws BadFile if there are none or too
 * much of them.
 */
export async function stageSheets(
  sheets: AsyncIterable<Sheet> | Iterable<Sheet>,
  send: Send<StagedRow[]>,
  isRound?: IsRound,
): Promise<ReadSheets> {
  const stage = new Stage(send, isRound);
  for await (const sheet of sheets) await stage.add(sheet);
  return stage.end();
}

interface SizedRow extends SheetRow {
  bytes: number;
}

class Stage {
  private staged: ImportSheet[] = [];
  private passedOver: PassedOver[] = [];
  private isHeaderFound = false;
  private rows = 0;
  private bytes = 0;
  private columns = 0;
  private waiting: StagedRow[] = [];
  private waitingBytes = 0;

  constructor(
    private readonly send: Send<StagedRow[]>,
    private readonly isRound?: IsRound,
  ) {}

  async add({ name, rows, isHidden, hiddenColumns = [], layout }: Sheet): Promise<void> {
    const sheet = await this.addRows(name, rows);
    this.isHeaderFound ||= sheet !== undefined;
    if (!sheet || !(sheet.rows || isLeftAlone(sheet))) {
      const why = isHidden ? 'it is hidden' : 'it has no rows below column names';
      this.passedOver.push({ name, why });
      return;
    }
    if (hiddenColumns.length) hideColumns(sheet, hiddenColumns);
    this.staged.push(layout ? { ...sheet, layout } : sheet);
    this.columns += sheet.headers.length;
    if (this.columns > MAX_ALL_COLUMNS) throw tooManyInAll();
  }

  async end(): Promise<ReadSheets> {
    await this.flush();
    if (this.rows) return { sheets: this.staged, passedOver: this.passedOver };
    throw new BadFile(
      this.isHeaderFound
        ? 'There are no rows below the header.'
        : `No row with column names was found in the first ${HEADER_ROWS} rows.`,
    );
  }

  /** With the header that the first rows have; undefined without one. */
  private async addRows(name: string, rows: Sheet['rows']): Promise<ImportSheet | undefined> {
    let first: SizedRow[] | undefined = [];
    let sheet: ImportSheet | undefined;
    for await (const row of rows) {
      const sized = this.count(name, row);
      if (first && row.row <= HEADER_ROWS) {
        first.push(sized);
        continue;
      }
      if (first) sheet = await this.begin(name, first);
      first = undefined;
      if (!sheet || isLeftAlone(sheet)) return sheet;
      await this.addRow(sheet, sized);
    }
    return first ? this.begin(name, first) : sheet;
  }

  /** Throws BadFile if the row, or the file with it, is too large. */
  private count(name: string, row: SheetRow): SizedRow {
    const length = row.cells.reduce((sum: number, cell) => sum + cellLength(cell), 0);
    if (length > MAX_ROW_LENGTH) throw tooLongRow(name, row.row);
    const bytes = Buffer.byteLength(JSON.stringify(row.cells));
    this.bytes += bytes;
    if (this.bytes > MAX_FILE) throw tooLarge();
    return { ...row, bytes };
  }

  private async begin(name: string, first: SizedRow[]): Promise<ImportSheet | undefined> {
    const sheet = sheetOf(name, first, this.isRound);
    if (sheet && !isLeftAlone(sheet))
      for (const row of first) if (row.row > sheet.headerRow) await this.addRow(sheet, row);
    return sheet;
  }

  private async addRow(sheet: ImportSheet, { bytes, isHidden, ...row }: SizedRow): Promise<void> {
    if (isHidden) {
      sheet.hiddenRows = (sheet.hiddenRows ?? 0) + 1;
      return;
    }
    if (sheet.rows >= MAX_ROWS) throw tooManyRows(sheet.name);
    if (this.rows >= MAX_ALL_ROWS) throw tooManyRows();
    sheet.rows++;
    sheet.bytes! += bytes;
    this.rows++;
    addSamples(sheet.samples, row.cells);
    noteDays(sheet, row.cells);
    noteAmounts(sheet, row.cells);
    this.waiting.push({ sheet: this.staged.length, ...row });
    this.waitingBytes += bytes;
    if (this.waiting.length >= CHUNK || this.waitingBytes >= CHUNK_BYTES) await this.flush();
  }

  private async flush(): Promise<void> {
    if (this.waiting.length) await this.send(this.waiting);
    this.waiting = [];
    this.waitingBytes = 0;
  }
}

/** With the header that the first rows have; undefined without one. */
function sheetOf(
  name: string,
  first: SheetRow[],
  isRound: IsRound | undefined,
): ImportSheet | undefined {
  const last = Math.max(0, ...first.map(({ row }) => row));
  const rows: ImportCell[][] = Array.from({ length: last }, () => []);
  for (const { row, cells } of first) rows[row - 1] = cells;
  const header = findSheet(name, rows, isRound);
  if (!header) return undefined;
  const samples = header.headers.map(() => []);
  return { ...header, samples, openDays: {}, settledDays: {}, rows: 0, bytes: 0 };
}

/** What is hidden is not imported unless the user chooses it, but for the export's own reference. */
function hideColumns(sheet: ImportSheet, hidden: number[]): void {
  sheet.hiddenColumns = hidden.filter((column) => column < sheet.headers.length);
  sheet.targets = sheet.targets.map((target, column) =>
    hidden.includes(column) && target !== 'reference' ? null : target,
  );
}

/** The notes and contacts of an export are not read. */
function isLeftAlone({ headers }: ImportSheet): boolean {
  return leftAlone(headers) !== undefined;
}

/** Columns with bare numbers, which may be amounts in a currency that stands elsewhere. */
function noteAmounts(sheet: ImportSheet, cells: ImportCell[]): void {
  sheet.amounts ??= {};
  for (const [column, cell] of cells.entries())
    if (!Object.hasOwn(sheet.amounts, column) && cell !== null && isBareAmount(cell))
      sheet.amounts[column] = {};
}

function addSamples(samples: string[][], cells: ImportCell[]): void {
  samples.forEach((values, i) => {
    if (values.length >= SAMPLES) return;
    const text = cellText(cells[i] ?? null);
    if (text) values.push(text.length > SHOWN ? `${truncated(text, SHOWN)}…` : text);
  });
}
