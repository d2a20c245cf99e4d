import { once } from 'node:events';
import { PassThrough, Readable, type Writable } from 'node:stream';
import type { WritableStream } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import ExcelJS from 'exceljs';
import { type Db, openReader, withSnapshot } from '#db/client';
import type { Import } from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { DealQuery } from '~/domain/deal/query';
import { buildDealSheets } from '~/domain/export/deals.server';
import type { Cell, Sheet } from '~/domain/export/sheet';
import { buildErrorSheets } from '~/domain/import/preview/errors-workbook.server';
import type { RowSet } from '~/domain/import/record/row-sets.server';
import { buildTemplateSheets } from '~/domain/import/template';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { buildHistorySheets } from '~/domain/timeline/export.server';
import type { HistoryQuery } from '~/domain/timeline/list.server';
import { env } from '~/env.server';
import type { Locale } from '~/format/locale';

export interface ExportJob<Query> {
  viewer: Viewer;
  query: Query;
  locale: Locale;
  out: WritableStream<Uint8Array>;
}

export function exportDeals({ out, viewer, query, locale }: ExportJob<DealQuery>) {
  return writeWorkbook(out, (db) => buildDealSheets(viewer, query, locale.timeZone, db));
}

export function exportHistory({ out, viewer, query, locale }: ExportJob<HistoryQuery>) {
  return writeWorkbook(out, (db) => buildHistorySheets(viewer, query, locale.timeZone, db));
}

export interface ImportWorkbookJob {
  viewer: Viewer;
  locale: Locale;
  out: WritableStream<Uint8Array>;
}

export function exportImportTemplate({ out }: ImportWorkbookJob) {
  return writeWorkbook(out, async (db) => buildTemplateSheets(await queryOptionLists(db)));
}

export function exportImportErrors({
  out,
  importRecord,
  set,
}: ImportWorkbookJob & { importRecord: Import; set?: RowSet }) {
  return writeWorkbook(out, async (db) => buildErrorSheets(importRecord, db, set));
}

type SheetSource = (db: Db) => Promise<Sheet[]>;

async function writeWorkbook(out: WritableStream<Uint8Array>, readSheets: SheetSource) {
  openReader(env.DATABASE_URL);
  try {
    await withSnapshot(async (db) => {
      const sheets = await readSheets(db);
      const bytes = new PassThrough();
      const closed = new AbortController();
      bytes.once('close', () => closed.abort());
      const sent = Readable.toWeb(bytes).pipeTo(out);
      await Promise.all([sent, writeSheets({ bytes, closed: closed.signal }, sheets)]);
    });
  } catch (error) {
    throw toPlainError(error);
  }
}

/**
 * Copies the error, because others do not survive the transfer to the main thread. Drizzle's own
 * messages contain input.
 */
function toPlainError(error: unknown): Error {
  const { cause } = error as Error;
  const { message, stack } = cause instanceof Error ? cause : (error as Error);
  return Object.assign(new Error(message), { stack });
}

interface WorkbookOutput {
  bytes: Writable;
  closed: AbortSignal;
}

async function writeSheets({ bytes, closed }: WorkbookOutput, sheets: Sheet[]): Promise<void> {
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: bytes, useStyles: true });
  for (const sheet of sheets) await writeSheet(workbook, sheet, { bytes, closed });
  await workbook.commit();
}

const FROZEN_VIEW: Partial<ExcelJS.WorksheetView> = { state: 'frozen', xSplit: 1, ySplit: 1 };

const MAX_TURN_ROWS = 5;
const MAX_TURN_CHARACTERS = 100_000;

async function writeSheet(
  workbook: ExcelJS.stream.xlsx.WorkbookWriter,
  { name, columns, rows }: Sheet,
  output: WorkbookOutput,
): Promise<void> {
  const sheet = workbook.addWorksheet(name, { views: [FROZEN_VIEW] });
  const getStyles = columns.map(createStyleLookup);
  sheet.columns = columns.map(({ width }, i) => ({ width, style: getStyles[i]!(null) }));
  const head = sheet.addRow(columns.map(({ header }) => header));
  head.font = { bold: true };
  head.commit();
  let count = 0;
  let characters = 0;
  for await (const cells of rows) {
    const row = sheet.addRow(cells.map(toCellValue));
    row.eachCell((cell, column) => {
      cell.style = getStyles[column - 1]!(cells[column - 1] ?? null);
    });
    row.commit();
    count++;
    characters += countCharacters(cells);
    if (count < MAX_TURN_ROWS && characters < MAX_TURN_CHARACTERS) continue;
    await waitForReader(sheet, output);
    count = 0;
    characters = 0;
  }
  sheet.commit();
}

/**
 * Shares one style object per format: exceljs would compare each cell's copy with all styles, at
 * twice the time.
 */
function createStyleLookup({ width, format }: Sheet['columns'][number]) {
  const alignment = { vertical: 'top', wrapText: width >= 28 } as const;
  const styles = new Map<string | undefined, Partial<ExcelJS.Style>>();
  return (cell: Cell): Partial<ExcelJS.Style> => {
    const numFmt = typeof format === 'function' ? format(cell) : format;
    const style = styles.get(numFmt) ?? { numFmt, alignment };
    styles.set(numFmt, style);
    return style;
  };
}

function countCharacters(cells: Cell[]): number {
  return cells.reduce<number>((sum, cell) => {
    if (typeof cell === 'string') return sum + cell.length;
    return typeof cell === 'object' && cell && 'link' in cell
      ? sum + cell.text.length + cell.link.length
      : sum;
  }, 0);
}

async function waitForReader(
  sheet: ExcelJS.Worksheet,
  { bytes, closed }: WorkbookOutput,
): Promise<void> {
  closed.throwIfAborted();
  const zipQueue = findZipQueue(sheet);
  if (zipQueue?.write('') === false) await once(zipQueue, 'drain', { signal: closed });
  else if (bytes.writableNeedDrain) await once(bytes, 'drain', { signal: closed });
  else await nextTurn();
  closed.throwIfAborted();
}

/**
 * Returns the queue of data to be zipped, which exceljs never waits for: eight unread exports of
 * long texts kept 170 MB there.
 */
function findZipQueue(sheet: ExcelJS.Worksheet): Writable | undefined {
  const { stream } = sheet as unknown as { stream?: { pipes?: Writable[] } };
  return stream?.pipes?.[0];
}

function toCellValue(cell: Cell): ExcelJS.CellValue | undefined {
  if (typeof cell === 'string') return toValidText(cell);
  if (typeof cell !== 'object' || cell === null || cell instanceof Date) return cell ?? undefined;
  if ('error' in cell) return cell as ExcelJS.CellErrorValue;
  const text = toValidText(cell.text);
  return text ? { text, hyperlink: cell.link } : undefined;
}

/** Replaces what exceljs writes although XML forbids it or Excel reads it differently. */
function toValidText(text: string): string {
  return text
    .replace(/[\ufffe\uffff]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
