import { posix } from 'node:path';
import { isBuiltInDate, isDateFormat } from './dates';
import { BadFile, MAX_SHEETS, notAWorkbook, sheetName, tooManySheets } from './limits';
import type { Sheet, SheetRow } from './sheet';
import { decoratingFormat, MAX_FORMAT_LENGTH } from './number-format';
import { type Book, type CellStyle, readWorksheet, stringsInto } from './worksheet';
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
      styles: await readStyles(parts, byType(related, 'styles')),
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
    const links = await linksOf(parts, path);
    yield* readWorksheet(await parts.open(path), book, { ...sheet, links });
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
      relations.set(Id, {
        type,
        path: posix.resolve('/', dir, Target.replaceAll('\\', '/')).slice(1),
      });
    },
  });
  return relations;
}

/** Addresses of links by the cell, such as 'B2'. */
async function linksOf(parts: Parts, path: string): Promise<Map<string, string>> {
  const addresses = await linkAddressesOf(parts, path);
  const links = new Map<string, string>();
  if (!addresses.size) return links;
  await parseWhole(await parts.openFrom(path, LINKS_TAG), {
    open: (name, attributes) => {
      if (name !== 'hyperlink') return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      const [cell = ''] = (attributes.ref ?? '').split(':');
      const address = addresses.get(id);
      if (address) links.set(cell, address);
    },
    close: (name) => {
      if (name === 'hyperlinks') throw new EndOfLinks();
    },
  }).catch((error: unknown) => {
    if (!(error instanceof EndOfLinks)) throw error;
  });
  return links;
}

/** What follows the links of a sheet would not be well-formed alone. */
class EndOfLinks extends Error {}

const LINKS_TAG = /<(?:\w+:)?hyperlinks[\s>]/;

async function linkAddressesOf(parts: Parts, path: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  const { dir, base } = posix.parse(path);
  const source = await parts.open(posix.join(dir, '_rels', `${base}.rels`), MAX_SMALL);
  await parseWhole(source, {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship' || !Type.endsWith('/hyperlink')) return;
      if (/^(?:https?:\/\/|mailto:)/i.test(Target) && Target.length <= MAX_ADDRESS)
        addresses.set(Id, Target);
    },
  });
  return addresses;
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

/** Characters of an address, as Excel has them. */
const MAX_ADDRESS = 2_083;

/** Excel's own limit is 65,490. */
const MAX_STYLES = 65_536;

async function readStyles(parts: Parts, path: string | undefined): Promise<CellStyle[]> {
  const formats = new Map<number, string>();
  const styles: CellStyle[] = [];
  let isOfCells = false;
  if (!path) return styles;
  await parseWhole(await parts.open(path, MAX_IN_MEMORY), {
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') formats.set(id, (formatCode ?? '').slice(0, MAX_FORMAT_LENGTH));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(styleOf(id, formats.get(id)));
      if (Math.max(formats.size, styles.length) > MAX_STYLES) throw new BadFile(TOO_MANY_STYLES);
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}

function styleOf(id: number, code: string | undefined): CellStyle {
  if (code === undefined ? isBuiltInDate(id) : isDateFormat(code)) return 'date';
  const format = decoratingFormat(id, code);
  return format === undefined ? undefined : { format };
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
  /** The same from the first match of a tag on; nothing without one. */
  openFrom(path: string, tag: RegExp): Promise<AsyncIterable<Buffer>>;
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
    openFrom: async (path, tag) => {
      const entry = entries.get(path.toLowerCase());
      if (!entry) return (async function* () {})();
      checkSize(entry, MAX_PART);
      return bytesFrom(await inflate(zip, entry), tag);
    },
  };
}

/** Characters of a tag that may stand in two chunks. */
const MAX_TAG = 40;

async function* bytesFrom(chunks: AsyncIterable<Buffer>, tag: RegExp): AsyncGenerator<Buffer> {
  let before = '';
  let isFound = false;
  for await (const chunk of chunks) {
    if (isFound) {
      yield chunk;
      continue;
    }
    const text = before + chunk.toString('latin1');
    const at = text.search(tag);
    isFound = at >= 0;
    if (isFound) yield Buffer.from(text.slice(at), 'latin1');
    before = text.slice(-MAX_TAG);
  }
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
