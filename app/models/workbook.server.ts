import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { stream, Style } from 'exceljs';
import { pause, streamed } from '~/web/stream.server';

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
export const CHUNK = 100;
/** Rows written before others have their turn: a few ms. */
const ROWS_PER_TURN = 20;

/** Writes one sheet, its head in bold and frozen. */
type WriteSheet = <T>(name: string, columns: Column<T>[], rows: AsyncIterable<T>) => Promise<void>;

/** A workbook as a stream that starts at once and holds a few rows at a time; `write` writes its sheets. `signal` stops it when nobody reads on. */
export function streamWorkbook(
  signal: AbortSignal,
  write: (sheet: WriteSheet) => Promise<void>,
): Readable {
  return streamed((out) => writeWorkbook(out, signal, write));
}

type Writer = typeof stream.xlsx.WorkbookWriter;
let writer: Promise<Writer> | undefined;

/** What exceljs loads to write a workbook, each with what requires it. All at once would hold up everybody for a quarter of a second. */
const PARTS = [
  ['./utils/parse-sax'],
  ['./stream/xlsx/sheet-comments-writer'],
  ['./stream/xlsx/worksheet-writer'],
  ['./xlsx/xform/style/styles-xform'],
  ['archiver', 'archiver-utils', 'readable-stream'],
  ['archiver', 'archiver-utils', 'glob'],
  ['archiver', 'archiver-utils'],
  ['archiver', 'zip-stream'],
  ['archiver', 'tar-stream'],
  ['archiver'],
];
/** In ms, for others between two parts. */
const OTHERS_TIME = 40;

async function loadWriter(): Promise<Writer> {
  const exceljs = createRequire(
    createRequire(import.meta.url).resolve('exceljs/lib/exceljs.nodejs.js'),
  );
  for (const names of PARTS) {
    let from = exceljs;
    for (const parent of names.slice(0, -1)) from = createRequire(from.resolve(parent));
    from(names.at(-1)!);
    await sleep(OTHERS_TIME);
  }
  const writer = exceljs('./stream/xlsx/workbook-writer') as Writer;
  await sleep(OTHERS_TIME);
  return writer;
}

async function writeWorkbook(
  out: Writable,
  signal: AbortSignal,
  write: (sheet: WriteSheet) => Promise<void>,
): Promise<void> {
  writer ??= loadWriter().catch((error) => {
    // The next export tries again.
    writer = undefined;
    throw error;
  });
  const WorkbookWriter = await writer;
  const workbook = new WorkbookWriter({ stream: out, useSharedStrings: false, useStyles: true });
  await write((name, columns, rows) => writeSheet(workbook, signal, name, columns, rows));
  await workbook.commit();
}

/** What exceljs (4.4, the last one) has and keeps from its types. */
interface Styles {
  styles: { addStyleModel: (style: Partial<Style>) => number };
}
interface Sheet {
  /** Takes what it is given; what it is piped to says when that is too much. */
  stream: { write: (xml: string) => void; pipes: [Writable] };
}

/**
 * exceljs makes the workbook, its styles and the sheet's head. The rows are written here, as text in exceljs's own form: its
 * objects for rows and cells take most of its time, and it packs in memory what the reader has not taken yet.
 */
async function writeSheet<T>(
  workbook: stream.xlsx.WorkbookWriter,
  signal: AbortSignal,
  name: string,
  columns: Column<T>[],
  rows: AsyncIterable<T>,
): Promise<void> {
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', xSplit: 1, ySplit: 1 }] });
  const styles = columns.map(({ width, format }): Partial<Style> => ({
    numFmt: format,
    alignment: { vertical: 'top', wrapText: width >= 28 },
  }));
  sheet.columns = columns.map(({ width }, column) => ({ width, style: styles[column] }));
  const head = sheet.addRow(columns.map(({ header }) => header));
  head.font = { bold: true };
  head.commit();
  const ids = styles.map((style) => (workbook as unknown as Styles).styles.addStyleModel(style));
  const letters = columns.map((_, column) => sheet.getColumn(column + 1).letter);
  const { stream } = sheet as unknown as Sheet;
  let number = 1;
  let xml = '';
  for await (const row of rows) {
    signal.throwIfAborted();
    number++;
    xml += `<row r="${number}">${columns.map(({ value }, column) => cellXml(`r="${letters[column]}${number}" s="${ids[column]}"`, value(row))).join('')}</row>`;
    if (number % ROWS_PER_TURN) continue;
    stream.write(xml);
    xml = '';
    await pause(stream.pipes[0], signal);
  }
  if (xml) stream.write(xml);
  sheet.commit();
}

/** Text stays text, whatever it starts with. What is empty needs no cell. */
function cellXml(locale: string, value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'string') return `<c ${locale} t="str"><v>${textXml(value)}</v></c>`;
  return `<c ${locale}><v>${typeof value === 'number' ? value : DAY_0 + value.getTime() / 86_400_000}</v></c>`;
}

/** 1 January 1970 in a workbook's calendar. */
const DAY_0 = 25_569;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/** What XML has other signs for, what it cannot hold, other line ends, and what looks like the format's own escape (_x000D_). */
const SPECIAL = /[&<>"']|\r\n?|[^ -~\t\n\u0080-\ufffd]|_(?=x[\dA-Fa-f]{4}_)/g;

function textXml(text: string): string {
  return text.replace(
    SPECIAL,
    (sign) => ENTITIES[sign] ?? (sign.startsWith('\r') ? '\n' : sign === '_' ? '_x005F_' : ''),
  );
}
