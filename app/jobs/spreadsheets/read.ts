import type { TextLayout } from '#db/schema';
import type { ImportFile } from '~/domain/import/reading/read-job';
import { readCsv, readPastedCells } from './csv';
import { NotTextError } from './encoding';
import { InvalidFileError, notAWorkbookError, shortenSheetName } from './limits';
import type { Sheet } from './sheet';

export async function* readSheets(
  file: ImportFile,
  layout?: Partial<TextLayout>,
): AsyncGenerator<Sheet> {
  if ('cells' in file) {
    yield readPastedCells(file.cells, 'Pasted cells', layout);
    return;
  }
  const { bytes } = file;
  if (!bytes.length) throw new InvalidFileError('The file is empty.');
  if (startsWith(bytes, OLE_SIGNATURE)) throw new InvalidFileError(describeOleProblem(bytes));
  if (ZIP_SIGNATURES.some((start) => startsWith(bytes, start))) {
    // Imported here, because text needs none of its libraries.
    const { readXlsx } = await import('./xlsx');
    yield* readXlsx(bytes);
    return;
  }
  const problem = describeOtherFormat(bytes);
  if (problem) throw new InvalidFileError(problem);
  yield await readText(file, layout);
}

async function readText(
  { bytes, name }: { bytes: Uint8Array; name: string },
  layout?: Partial<TextLayout>,
): Promise<Sheet> {
  try {
    return await readCsv(bytes, shortenSheetName(name.replace(/\.\w+$/, '')), layout);
  } catch (error) {
    throw error instanceof NotTextError && /\.xls\w?$/i.test(name) ? notAWorkbookError() : error;
  }
}

/** Signatures of an archive's first file, an empty archive, and a split one. */
const ZIP_SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x50, 0x4b, 0x07, 0x08],
];
const OLE_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, start: number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte);
}

function describeOleProblem(bytes: Uint8Array): string {
  const isEncrypted = Buffer.from(bytes).includes(Buffer.from('EncryptedPackage', 'utf16le'));
  return isEncrypted
    ? 'The file is protected by a password. Please save it without one and choose it again.'
    : 'This is a workbook of an old Excel (.xls). Please save it as .xlsx and choose it again.';
}

const BEGINNING_CHARACTERS = 1_000;
const CHOOSE_AGAIN_ADVICE =
  'Please open it in Excel or LibreOffice, save it as .xlsx and choose it again.';

function describeOtherFormat(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.subarray(0, BEGINNING_CHARACTERS))
    .toString('latin1')
    .replaceAll('\0', '');
  const start = text.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').trimStart();
  if (/^<\?xml/i.test(start) && /Excel\.Sheet|office:spreadsheet/.test(start))
    return `This is a spreadsheet in the XML format of Excel 2003. ${CHOOSE_AGAIN_ADVICE}`;
  if (/^(?:<!--[^]*?-->\s*)?<(?:!doctype html|html|head|body|table|meta|style)\b/i.test(start))
    return `This is a web page (HTML), whatever the file is called. ${CHOOSE_AGAIN_ADVICE}`;
  if (/^<(?:\?xml|[a-z][\w:-]*[\s>])/i.test(start))
    return `This is an XML file, not a table. ${CHOOSE_AGAIN_ADVICE}`;
  if (/^(?:\{\s*"|\[\s*[[{"])/.test(start))
    return 'This is a JSON file, not a table. Please save its rows as .csv or .xlsx and choose it again.';
  if (start.startsWith('%PDF-'))
    return 'This is a PDF file, not a table. Please choose the spreadsheet that it was made from.';
  return undefined;
}
