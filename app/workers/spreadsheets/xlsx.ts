import { posix } from 'node:path';
import { BadFile } from './bad-file';
import { isDateFormat } from './dates';
import type { Sheet, SheetRow } from './sheet';
import { stringsInto } from './strings';
import { type Book, readWorksheet } from './worksheet';
import { parseWhole } from './xml';
import { MAX_IN_MEMORY, openZip, type Parts } from './zip';

const NO_WORKBOOK =
  'This is not an Excel workbook (.xlsx). Please save it as .xlsx or .csv and choose it again.';
const DAMAGED = 'The workbook is damaged and cannot be read. Please save it again.';

/** The visible sheets of a workbook. Throws BadFile, also while their rows are read. */
export async function* readXlsx(bytes: Uint8Array): AsyncGenerator<Sheet> {
  try {
    const parts = await openZip(bytes);
    const path = await workbookPath(parts);
    if (!parts.has(path)) throw new BadFile(NO_WORKBOOK);
    const related = await relationsOf(parts, path);
    const { sheets, since1904 } = await readWorkbook(parts, path);
    const book = {
      since1904,
      strings: await readStrings(parts, byType(related, 'sharedStrings')),
      dateStyles: await readStyles(parts, byType(related, 'styles')),
    };
    for (const { name, id } of sheets) {
      const sheet = related.get(id);
      if (sheet?.type !== 'worksheet') continue;
      yield { name, rows: rowsOf(parts, sheet.path, book) };
    }
  } catch (error) {
    throw problemOf(error);
  }
}

async function* rowsOf(parts: Parts, path: string, book: Book): AsyncGenerator<SheetRow> {
  try {
    yield* readWorksheet(await parts.open(path), book);
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
  const source = await parts.open(posix.join(dir, '_rels', `${base}.rels`), MAX_IN_MEMORY);
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
  const sheets: { name: string; id: string }[] = [];
  let since1904 = false;
  await parseWhole(await parts.open(path, MAX_IN_MEMORY), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') since1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (tag !== 'sheet' || (attributes.state ?? 'visible') !== 'visible') return;
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
      sheets.push({ name: attributes.name ?? '', id });
    },
  });
  return { sheets, since1904 };
}

async function readStrings(parts: Parts, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path) await parseWhole(await parts.open(path, MAX_IN_MEMORY), stringsInto(strings));
  return strings;
}

/** For each cell style whether its numbers are dates. */
async function readStyles(parts: Parts, path: string | undefined): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let isOfCells = false;
  if (!path) return styles;
  await parseWhole(await parts.open(path, MAX_IN_MEMORY), {
    open: (name, { numFmtId, formatCode }) => {
      const id = Number(numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, formatCode ?? '');
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) styles.push(isDateFormat(id, codes.get(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return styles;
}
