import { posix } from 'node:path';
import { isBuiltInDate, isDateFormat } from './dates';
import { BadFile, MAX_SHEETS, notAWorkbook, sheetName, tooManySheets } from './limits';
import type { Sheet, SheetRow } from './sheet';
import { type Book, readWorksheet, stringsInto } from './worksheet';
import { parseWhole } from './xml';
import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

const TOO_MANY_STYLES =
  'The workbook has more than 65,536 cell formats. Please save it as .csv and choose it again.';
const DAMAGED = 'The workbook is damaged and cannot be read. Please save it again.';

/** The sheets of a workbook, the hidden ones without rows. Throws BadFile, also while their rows are read. */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<Sheet> {
  try {
    const parts = await openZip(bytes);
    const path = await workbookPath(parts);
    if (!parts.has(path)) throw notAWorkbook();
    const related = await relationsOf(parts, path);
    const { sheets, since1904 } = await readWorkbook(parts, path);
    const tables = sheets.flatMap(({ name, id, isHidden }) => {
      const sheet = related.get(id);
      return sheet?.type === 'worksheet' ? [{ name, isHidden, path: sheet.path }] : [];
    });
    if (tables.length > MAX_SHEETS) throw tooManySheets();
    const book = {
      since1904,
      strings: await readStrings(parts, byType(related, 'sharedStrings')),
      dateStyles: await readStyles(parts, byType(related, 'styles')),
    };
    for (const { path, ...table } of tables) {
      const sheet = { ...table, hiddenColumns: [] };
      yield { ...sheet, rows: rowsOf(parts, path, book, sheet) };
    }
  } catch (error) {
    throw problemOf(error);
  }
}

async function* rowsOf(
  parts: Parts,
  path: string,
  book: Book,
  sheet: Pick<Sheet, 'name' | 'isHidden' | 'hiddenColumns'>,
): AsyncGenerator<SheetRow> {
  if (sheet.isHidden) return;
  try {
    yield* readWorksheet(await parts.open(path), book, sheet);
  } catch (error) {
    throw problemOf(error);
  }
}

/** The libraries' messages for damaged files say nothing to a user. */
function problemOf(error: unknown): Error {
  return error instanceof BadFile ? error : new BadFile(DAMAGED);
}

interface Relation {
  /** The last part of its type's address. */
  type: string;
  path: string;
}
type Relations = Map<string, Relation>;

/** The parts that one part names by ids. Addresses outside of the file are never asked for. */
async function relationsOf(parts: Parts, path: string): Promise<Relations> {
  const { dir, base } = posix.parse(path);
  const relations: Relations = new Map();
  const source = await parts.open(posix.join(dir, '_rels', `${base}.rels`), MAX_SMALL);
  await parseWhole(source, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      relations.set(Id, { type, path: posix.resolve('/', dir, Target).slice(1) });
    },
  });
  return relations;
}

function byType(relations: Relations, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.path;
}

async function workbookPath(parts: Parts): Promise<string> {
  return byType(await relationsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
}

async function readWorkbook(parts: Parts, path: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let since1904 = false;
  let root: string | undefined;
  await parseWhole(await parts.open(path, MAX_IN_MEMORY), {
    open: (tag, attributes) => {
      root ??= tag;
      if (root !== 'workbook') throw notAWorkbook();
      if (tag === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      sheets.push({ name: sheetName(attributes.name ?? ''), id, isHidden });
    },
  });
  return { sheets, since1904 };
}

async function readStrings(parts: Parts, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path) await parseWhole(await parts.open(path, MAX_IN_MEMORY), stringsInto(strings));
  return strings;
}

/** Excel's own limit is 65,490. */
const MAX_STYLES = 65_536;

/** For each cell style whether its numbers are dates. */
async function readStyles(parts: Parts, path: string | undefined): Promise<boolean[]> {
  const areDates = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isOfCells = false;
  if (!path) return styles;
  await parseWhole(await parts.open(path, MAX_IN_MEMORY), {
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') areDates.set(id, isDateFormat(formatCode ?? ''));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(areDates.get(id) ?? isBuiltInDate(id));
      if (Math.max(areDates.size, styles.length) > MAX_STYLES) throw new BadFile(TOO_MANY_STYLES);
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

/** Inflated, in bytes. The strings of a workbook are kept in memory. */
const MAX_PART = 160 * 1024 * 1024;
const MAX_IN_MEMORY = 48 * 1024 * 1024;
/** The lists of sheets and parts. */
const MAX_SMALL = 8 * 1024 * 1024;
/** Of the parts that are read, together. */
const MAX_ALL = 240 * 1024 * 1024;
/** Spreadsheets are deflated to a fiftieth at best; zeros to a thousandth. */
const MAX_RATIO = 200;
const SMALL = 1024 * 1024;
const MAX_PARTS = 10_000;

const BOMB = 'This file is small, but unpacked it is far too large to be a list of deals.';

/** The parts of a zip file, found without regard to case. */
interface Parts {
  has(path: string): boolean;
  /** The inflated bytes; none for a missing part. Throws BadFile for a zip bomb. */
  open(path: string, most?: number): Promise<AsyncIterable<Buffer>>;
}

/** Reads the list of parts. Throws an error for a damaged file. */
async function openZip(bytes: Uint8Array): Promise<Parts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(buffer, { lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry);
    if (zip.entriesRead > MAX_PARTS) throw new BadFile(BOMB);
  }
  let left = MAX_ALL;
  return {
    has: (path) => entries.has(path.toLowerCase()),
    open: async (path, most = MAX_PART) => {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return (async function* () {})();
      checkSize(entry, Math.min(most, left));
      left -= entry.uncompressedSize;
      return inflate(zip, entry);
    },
  };
}

/** By the stated sizes: reading stops with an error where a part is larger than it says. */
function checkSize({ compressedSize, uncompressedSize }: Entry, most: number): void {
  const isDense = uncompressedSize > Math.max(SMALL, compressedSize * MAX_RATIO);
  if (isDense || uncompressedSize > most) throw new BadFile(BOMB);
}

async function inflate(zip: ZipFile, entry: Entry): Promise<Readable> {
  if (entry.isEncrypted()) throw new BadFile('The file is protected by a password.');
  return zip.openReadStreamPromise(entry);
}
