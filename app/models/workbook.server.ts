import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { stream, Style, Worksheet } from 'exceljs';

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
/** Rows read at a time. */
export const CHUNK = 250;
/** Rows written before others have their turn: a few ms. */
const ROWS_PER_TURN = 20;

/** Writes one sheet, its head in bold and frozen. */
type WriteSheet = <T>(name: string, columns: Column<T>[], rows: AsyncIterable<T>) => Promise<void>;

/** A workbook as a stream that starts at once and holds a few rows at a time; `write` writes its sheets. `signal` stops it when nobody reads on. */
export function streamWorkbook(signal: AbortSignal, write: (sheet: WriteSheet) => Promise<void>): Readable {
  const out = new PassThrough();
  writeWorkbook(out, signal, write).catch((error) => out.destroy(error));
  return out;
}

async function writeWorkbook(out: PassThrough, signal: AbortSignal, write: (sheet: WriteSheet) => Promise<void>): Promise<void> {
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: true });
  await write((name, columns, rows) => writeSheet(workbook, out, signal, name, columns, rows));
  await workbook.commit();
}

async function writeSheet<T>(workbook: stream.xlsx.WorkbookWriter, out: PassThrough, signal: AbortSignal, name: string, columns: Column<T>[], rows: AsyncIterable<T>): Promise<void> {
  const sheet: Worksheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] });
  // One object for each column's cells: exceljs knows a style again by its object, and would write out any other to compare it.
  const styles: Partial<Style>[] = columns.map(({ width, format }) => ({ numFmt: format, alignment: { vertical: 'top', wrapText: width >= 28 } }));
  sheet.columns = columns.map(({ width }, column) => ({ width, style: styles[column] }));
  const head = sheet.addRow(columns.map(({ header }) => header));
  head.font = { bold: true };
  head.commit();
  let written = 0;
  for await (const row of rows) {
    signal.throwIfAborted();
    const line = sheet.addRow(columns.map(({ value }) => cell(value(row))));
    styles.forEach((style, column) => (line.getCell(column + 1).style = style));
    line.commit();
    if (++written % ROWS_PER_TURN) continue;
    if (out.writableNeedDrain) await once(out, 'drain', { signal });
    else await nextTurn(undefined, { signal });
  }
  sheet.commit();
}

/** Text stays text, whatever it starts with, and what looks like the format's own escape (_x000D_) is escaped. */
function cell(value: Cell): Cell {
  if (typeof value !== 'string') return value;
  return value.replace(/\r\n?/g, '\n').replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_');
}
