import { columnLetter } from '~/models/import/cell';
import { counted, truncated } from '~/models/text';

/** A file that cannot be imported; its message is the sentence for the user. */
export class BadFile extends Error {}

/** For a picture or another program's file, whatever it is called. */
export function notAWorkbook(): BadFile {
  return new BadFile(
    'This is not an Excel workbook (.xlsx). Please save it as .xlsx or .csv and choose it again.',
  );
}

/** What a file may become while it is read; its own size is limited where it is received. */

export const MAX_SHEETS = 50;
export const MAX_COLUMNS = 200;
/** Of all sheets together: each is a choice on the page of the columns. */
export const MAX_ALL_COLUMNS = 1_000;
/** Characters of a cell, as in Excel. */
export const MAX_CELL = 32_767;
/** Texts that the cells of a workbook share. */
export const MAX_TEXTS = 1_000_000;
/** Characters of a row; the longest of an export has 70,000. */
export const MAX_ROW_LENGTH = 250_000;
/** Rows below the header of a sheet, and of all sheets together. */
export const MAX_ROWS = 20_000;
export const MAX_ALL_ROWS = 40_000;
/** Bytes of what is stored of all rows. */
export const MAX_FILE = 60 * 1024 * 1024;

const AGAIN = 'and choose the file again.';
const KEEP_DEALS = `Please keep only the sheets with deals, ${AGAIN}`;

export function tooManySheets(): BadFile {
  return new BadFile(`The workbook has more than ${counted(MAX_SHEETS, 'sheet')}. ${KEEP_DEALS}`);
}

export function tooManyColumns(sheet: string, row: number): BadFile {
  return new BadFile(
    `Row ${row} of the sheet '${sheet}' has more than ${counted(MAX_COLUMNS, 'column')}. ` +
      `Please delete those that are not needed, ${AGAIN}`,
  );
}

export function tooManyInAll(): BadFile {
  const columns = counted(MAX_ALL_COLUMNS, 'column');
  return new BadFile(`The sheets have more than ${columns} in all. ${KEEP_DEALS}`);
}

/** `column` counts from 0. */
export function tooLongCell(sheet: string, row: number, column: number): BadFile {
  return new BadFile(
    `Cell ${columnLetter(column)}${row} of the sheet '${sheet}' has more than ` +
      `${counted(MAX_CELL, 'character')}. Please shorten it, ${AGAIN}`,
  );
}

/** For a text of a workbook whose cell is not known. */
export function tooLongText(): BadFile {
  return new BadFile(
    `A cell of the workbook has more than ${counted(MAX_CELL, 'character')}. ` +
      `Please shorten it, ${AGAIN}`,
  );
}

export function tooLongRow(sheet: string, row: number): BadFile {
  return new BadFile(
    `Row ${row} of the sheet '${sheet}' has more than ${counted(MAX_ROW_LENGTH, 'character')}. ` +
      `Please shorten its cells, ${AGAIN}`,
  );
}

export function tooManyRows(sheet?: string): BadFile {
  const problem =
    sheet === undefined
      ? `There are more than ${counted(MAX_ALL_ROWS, 'row')} in all sheets.`
      : `The sheet '${sheet}' has more than ${counted(MAX_ROWS, 'row')}.`;
  return new BadFile(`${problem} ${SPLIT}`);
}

export function tooManyTexts(): BadFile {
  return new BadFile(`The workbook has more than ${counted(MAX_TEXTS, 'text')}. ${SPLIT}`);
}

export function tooLarge(): BadFile {
  const most = MAX_FILE / 1024 / 1024;
  return new BadFile(`The cells of this file take more than ${most} MB. ${SPLIT}`);
}

const SPLIT = 'Please split it, and import one part after the other.';

/** A sheet's name as it is shown: Excel's own have at most 31 characters. */
export function sheetName(name: string): string {
  return truncated(name, 100);
}
