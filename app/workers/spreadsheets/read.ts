import type { TextLayout } from '#db/schema';
import type { ImportFile } from '~/models/import/tasks';
import { readCells, readCsv } from './csv';
import { NotText } from './encoding';
import { BadFile, notAWorkbook, sheetName } from './limits';
import type { Sheet } from './sheet';
import { readXlsx } from './xlsx';

/** The sheets of a file. Throws BadFile, also while their rows are read. */
export async function* readSheets(
  file: ImportFile,
  layout?: Partial<TextLayout>,
): AsyncGenerator<Sheet> {
  if ('cells' in file) {
    yield readCells(file.cells, 'Pasted cells', layout);
    return;
  }
  const { bytes } = file;
  if (!bytes.length) throw new BadFile('The file is empty.');
  if (startsWith(bytes, OLE)) throw new BadFile(problemOfOle(bytes));
  if (ZIP_STARTS.some((start) => startsWith(bytes, start))) {
    yield* readXlsx(bytes);
    return;
  }
  const problem = problemOfOtherFormat(bytes);
  if (problem) throw new BadFile(problem);
  yield await readText(file, layout);
}

async function readText(
  { bytes, name }: { bytes: Uint8Array; name: string },
  layout?: Partial<TextLayout>,
): Promise<Sheet> {
  try {
    return await readCsv(bytes, sheetName(name.replace(/\.\w+$/, '')), layout);
  } catch (error) {
    throw error instanceof NotText && /\.xls\w?$/i.test(name) ? notAWorkbook() : error;
  }
}

/** The record of a first file, of an empty archive, and of one in several parts. */
const ZIP_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
];
/** What old Office files and encrypted new ones are packed in. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

function problemOfOle(bytes: Uint8Array): string {
  const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return isEncrypted
    ? 'The file is protected by a password. Please save it without one and choose it again.'
    : 'This is a workbook of an old Excel (.xls). Please save it as .xlsx and choose it again.';
}

/** Characters that tell a format of text. */
const BEGINNING = 1_000;
const CHOOSE_AGAIN =
  'Please open it in Excel or LibreOffice, save it as .xlsx and choose it again.';

/** Why a text that is no table is not read, whatever the file is called; undefined for a table. */
function problemOfOtherFormat(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1').replaceAll('\0', '');
  const start = text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart();
  if (/^<\?xml/i.test(start) && /Excel\.Sheet|office:spreadsheet/.test(start))
    return `This is a spreadsheet in the XML format of Excel 2003. ${CHOOSE_AGAIN}`;
  if (/^(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body|table|meta|style)\b/i.test(start))
    return `This is a web page (HTML), whatever the file is called. ${CHOOSE_AGAIN}`;
  if (/^<(?:\?xml|[a-z][\w:-]*[\s>])/i.test(start))
    return `This is an XML file, not a table. ${CHOOSE_AGAIN}`;
  if (/^(?:\{\s*"|\[\s*[[{"])/.test(start))
    return 'This is a JSON file, not a table. Please save its rows as .csv or .xlsx and choose it again.';
  if (start.startsWith('%PDF-'))
    return 'This is a PDF file, not a table. Please choose the spreadsheet that it was made from.';
  return undefined;
}
