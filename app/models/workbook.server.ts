import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { stream, Worksheet } from 'exceljs';

/** Workbooks for Excel that are written while they are sent. */

export type Cell = string | number | Date | null;
export interface Column<Row> {
  header: string;
  /** In characters. */
  width: number;
  format?: string;
  value: (row: Row) => Cell;
}
export const MOMENT = 'yyyy-mm-dd hh:mm';
/** Rows read and written at a time. */
export const CHUNK = 250;

/** Writes one sheet, its head in bold and frozen. */
type WriteSheet = <T>(name: string, columns: Column<T>[], rows: AsyncIterable<T>) => Promise<void>;

/** A workbook as a stream that starts at once and holds a few rows at a time; `write` writes its sheets. */
export function streamWorkbook(write: (sheet: WriteSheet) => Promise<void>): Readable {
  const out = new PassThrough();
  writeWorkbook(out, write).catch((error) => out.destroy(error));
  return out;
}

async function writeWorkbook(out: PassThrough, write: (sheet: WriteSheet) => Promise<void>): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: true });
  await write((name, columns, rows) => writeSheet(workbook, out, name, columns, rows));
  await workbook.commit();
}

async function writeSheet<T>(workbook: stream.xlsx.WorkbookWriter, out: PassThrough, name: string, columns: Column<T>[], rows: AsyncIterable<T>): Promise<void> {
  const sheet: Worksheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] });
  sheet.columns = columns.map(({ width, format }) => ({ width, style: { numFmt: format, alignment: { vertical: 'top', wrapText: width >= 28 } } }));
  const head = sheet.addRow(columns.map(({ header }) => header));
  head.font = { bold: true };
  head.commit();
  let written = 0;
  for await (const row of rows) {
    sheet.addRow(columns.map(({ value }) => cell(value(row)))).commit();
    if (++written % CHUNK) continue;
    if (out.writableNeedDrain) await once(out, 'drain');
    else await nextTurn();
  }
  sheet.commit();
}

/** Text stays text, whatever it starts with, and what looks like the format's own escape (_x000D_) is escaped. */
function cell(value: Cell): Cell {
  if (typeof value !== 'string') return value;
  return value.replace(/\r\n?/g, '\n').replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
