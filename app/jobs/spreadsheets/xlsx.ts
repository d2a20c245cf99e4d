import { posix } from 'node:path';
import { isBuiltInDateFormat, isDateFormat } from './dates';
import {
  InvalidFileError,
  MAX_SHEETS,
  notAWorkbookError,
  shortenSheetName,
  tooManySheetsError,
} from './limits';
import { findDecoratingFormat, MAX_FORMAT_CHARACTERS } from './number-format';
import type { Sheet, SheetRow } from './sheet';
import { type CellStyle, collectStrings, readWorksheet, type WorkbookContext } from './worksheet';
import { isTrue, parseSmallXml } from './xml';
import { MAX_IN_MEMORY_BYTES, MAX_SMALL_PART_BYTES, openZip, type ZipParts } from './zip';

const TOO_MANY_STYLES_MESSAGE =
  'The workbook has more than 65,536 cell formats. Please save it as .csv and choose it again.';

const DAMAGED_MESSAGE = 'The workbook is damaged and cannot be read. Please save it again.';

/**
 * Reads the sheets of a workbook, hidden ones without rows. Throws InvalidFileError, also while
 * rows are read.
 */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<Sheet> {
  try {
    const parts = await openZip(bytes);
    const path = await findWorkbookPath(parts);
    if (!parts.has(path)) throw notAWorkbookError();
    const related = await readRelations(parts, path);
    const { sheets, ...calculation } = await readWorkbook(parts, path);
    const tables = sheets.flatMap(({ name, id, isHidden }) => {
      const sheet = related.get(id);
      return sheet?.type === 'worksheet' ? [{ name, isHidden, path: sheet.path }] : [];
    });
    if (tables.length > MAX_SHEETS) throw tooManySheetsError();
    const book = {
      ...calculation,
      strings: await readStrings(parts, findByType(related, 'sharedStrings')),
      styles: await readStyles(parts, findByType(related, 'styles')),
    };
    for (const { path, ...table } of tables) {
      const comments = table.isHidden ? 0 : await countComments(parts, path);
      const sheet = { ...table, hiddenColumns: [], mergedRows: [], comments };
      yield { ...sheet, rows: readRows(parts, path, book, sheet) };
    }
  } catch (error) {
    throw toInvalidFileError(error);
  }
}

async function* readRows(
  parts: ZipParts,
  path: string,
  book: WorkbookContext,
  sheet: Pick<Sheet, 'name' | 'isHidden' | 'hiddenColumns' | 'mergedRows'>,
): AsyncGenerator<SheetRow> {
  if (sheet.isHidden) return;
  try {
    const links = await readLinks(parts, path);
    yield* readWorksheet(await parts.open(path), book, { ...sheet, links });
  } catch (error) {
    throw toInvalidFileError(error);
  }
}

/** Replaces the libraries' messages, which mean nothing to users. */
function toInvalidFileError(error: unknown): Error {
  return error instanceof InvalidFileError ? error : new InvalidFileError(DAMAGED_MESSAGE);
}

interface Relation {
  type: string;
  path: string;
}

type Relations = Map<string, Relation>;

/** Returns the XML of what the part at `path` refers to; none if it refers to nothing. */
function openRelations(parts: ZipParts, path: string): Promise<AsyncIterable<Buffer>> {
  const { dir, base } = posix.parse(path);
  return parts.open(posix.join(dir, '_rels', `${base}.rels`), MAX_SMALL_PART_BYTES);
}

async function readRelations(parts: ZipParts, path: string): Promise<Relations> {
  const { dir } = posix.parse(path);
  const relations: Relations = new Map();
  await parseSmallXml(await openRelations(parts, path), {
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

/** Counts the comments on cells, also those of a part that turns out to be damaged. */
async function countComments(parts: ZipParts, path: string): Promise<number> {
  let count = 0;
  try {
    const part = findByType(await readRelations(parts, path), 'comments');
    if (part)
      await parseSmallXml(await parts.open(part, MAX_SMALL_PART_BYTES), {
        open: (name) => {
          if (name === 'comment') count++;
        },
      });
  } catch {
    return count;
  }
  return count;
}

async function readLinks(parts: ZipParts, path: string): Promise<Map<string, string>> {
  const addresses = await readLinkAddresses(parts, path);
  const links = new Map<string, string>();
  if (!addresses.size) return links;
  await parseSmallXml(await parts.openFrom(path, LINKS_TAG), {
    open: (name, attributes) => {
      if (name !== 'hyperlink') return;
      const [cell = ''] = (attributes.ref ?? '').split(':');
      const address = addresses.get(getRelationId(attributes));
      if (address) links.set(cell, address);
    },
    close: (name) => {
      if (name === 'hyperlinks') throw new EndOfLinksSignal();
    },
  }).catch((error: unknown) => {
    if (!(error instanceof EndOfLinksSignal)) throw error;
  });
  return links;
}

/** Ends the parsing, because a part of a document is not well-formed. */
class EndOfLinksSignal extends Error {}

const LINKS_TAG = /<(?:\w+:)?hyperlinks[\s>]/;

async function readLinkAddresses(parts: ZipParts, path: string): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  await parseSmallXml(await openRelations(parts, path), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship' || !Type.endsWith('/hyperlink')) return;
      if (/^(?:https?:\/\/|mailto:)/i.test(Target) && Target.length <= MAX_ADDRESS_CHARACTERS)
        addresses.set(Id, Target);
    },
  });
  return addresses;
}

/** Returns the value of `r:id`, whose prefix each program may choose. */
function getRelationId(attributes: Record<string, string>): string {
  const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
  return id;
}

function findByType(relations: Relations, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type === type)?.path;
}

async function findWorkbookPath(parts: ZipParts): Promise<string> {
  return findByType(await readRelations(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
}

async function readWorkbook(parts: ZipParts, path: string) {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let since1904 = false;
  let isCalculatedOnLoad = false;
  let root: string | undefined;
  await parseSmallXml(await parts.open(path, MAX_IN_MEMORY_BYTES), {
    open: (tag, attributes) => {
      root ??= tag;
      if (root !== 'workbook') throw notAWorkbookError();
      if (tag === 'workbookPr') since1904 = isTrue(attributes.date1904);
      if (tag === 'calcPr') isCalculatedOnLoad = isTrue(attributes.fullCalcOnLoad);
      if (tag !== 'sheet') return;
      const isHidden = (attributes.state ?? 'visible') !== 'visible';
      const name = shortenSheetName(attributes.name ?? '');
      sheets.push({ name, id: getRelationId(attributes), isHidden });
    },
  });
  return { sheets, since1904, isCalculatedOnLoad };
}

async function readStrings(parts: ZipParts, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path)
    await parseSmallXml(await parts.open(path, MAX_IN_MEMORY_BYTES), collectStrings(strings));
  return strings;
}

/** Excel's own limit. */
const MAX_ADDRESS_CHARACTERS = 2_083;

/** Excel's own limit is 65,490. */
const MAX_STYLES = 65_536;

async function readStyles(parts: ZipParts, path: string | undefined): Promise<CellStyle[]> {
  const formats = new Map<number, string>();
  const styles: CellStyle[] = [];
  let isInCellFormats = false;
  if (!path) return styles;
  await parseSmallXml(await parts.open(path, MAX_IN_MEMORY_BYTES), {
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') formats.set(id, (formatCode ?? '').slice(0, MAX_FORMAT_CHARACTERS));
      if (name === 'cellXfs') isInCellFormats = true;
      if (name === 'xf' && isInCellFormats) styles.push(toCellStyle(id, formats.get(id)));
      if (Math.max(formats.size, styles.length) > MAX_STYLES)
        throw new InvalidFileError(TOO_MANY_STYLES_MESSAGE);
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellFormats = false;
    },
  });
  return styles;
}

function toCellStyle(id: number, code: string | undefined): CellStyle {
  if (code === undefined ? isBuiltInDateFormat(id) : isDateFormat(code)) return 'date';
  const format = findDecoratingFormat(id, code);
  return format === undefined ? undefined : { format };
}
