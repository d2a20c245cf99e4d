import type { ImportFile } from '~/models/import/tasks';
import { readCells, readCsv } from './csv';
import { BadFile, notAWorkbook, sheetName } from './limits';
import type { Sheet } from './sheet';
import { readXlsx } from './xlsx';

/** The sheets of a file. Throws BadFile, also while their rows are read. */
export function readSheets(file: ImportFile): Iterable<Sheet> | AsyncIterable<Sheet> {
  if ('cells' in file) return readCells(file.cells, 'Pasted cells');
  const { bytes, name } = file;
  if (!bytes.length) throw new BadFile('The file is empty.');
  if (startsWith(bytes, OLE)) throw new BadFile(problemOfOle(bytes));
  if (startsWith(bytes, ZIP)) return readXlsx(bytes);
  try {
    return readCsv(bytes, sheetName(name.replace(/\.\w+$/, '')));
  } catch (error) {
    throw /\.xls\w?$/i.test(name) ? notAWorkbook() : error;
  }
}

const ZIP = [0x50, 0x4b];
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
