import { getColumnLetter } from '~/domain/import/reading/cell';
import { formatCount, truncate } from '~/domain/text/text';

/** A file that cannot be imported; users see the message. */
export class InvalidFileError extends Error {}

export function notAWorkbookError(): InvalidFileError {
  return new InvalidFileError(
    'This is not an Excel workbook (.xlsx). Please save it as .xlsx or .csv and choose it again.',
  );
}

/** Limits what a file may become while it is read; its own size is limited where it is received. */

export const MAX_SHEETS = 50;
export const MAX_COLUMNS = 200;
/** Each column of all sheets is a choice on the mapping page. */
export const MAX_TOTAL_COLUMNS = 1_000;
/** Excel's own limit. */
export const MAX_CELL_CHARACTERS = 32_767;
export const MAX_SHARED_TEXTS = 1_000_000;
/** The longest row of an export has 70,000. */
export const MAX_ROW_CHARACTERS = 250_000;
export const MAX_ROWS = 20_000;
export const MAX_TOTAL_ROWS = 40_000;
export const MAX_STORED_BYTES = 60 * 1024 * 1024;

const CHOOSE_AGAIN = 'and choose the file again.';
const KEEP_DEALS = `Please keep only the sheets with deals, ${CHOOSE_AGAIN}`;

export function tooManySheetsError(): InvalidFileError {
  return new InvalidFileError(
    `The workbook has more than ${formatCount(MAX_SHEETS, 'sheet')}. ${KEEP_DEALS}`,
  );
}

export function tooManyColumnsError(sheet: string, row: number): InvalidFileError {
  return new InvalidFileError(
    `Row ${row} of the sheet '${sheet}' has more than ${formatCount(MAX_COLUMNS, 'column')}. ` +
      `Please delete those that are not needed, ${CHOOSE_AGAIN}`,
  );
}

export function tooManyTotalColumnsError(): InvalidFileError {
  const columns = formatCount(MAX_TOTAL_COLUMNS, 'column');
  return new InvalidFileError(`The sheets have more than ${columns} in all. ${KEEP_DEALS}`);
}

/** `column` counts from 0. */
export function tooLongCellError(sheet: string, row: number, column: number): InvalidFileError {
  return new InvalidFileError(
    `Cell ${getColumnLetter(column)}${row} of the sheet '${sheet}' has more than ` +
      `${formatCount(MAX_CELL_CHARACTERS, 'character')}. Please shorten it, ${CHOOSE_AGAIN}`,
  );
}

export function tooLongTextError(): InvalidFileError {
  return new InvalidFileError(
    `A cell of the workbook has more than ${formatCount(MAX_CELL_CHARACTERS, 'character')}. ` +
      `Please shorten it, ${CHOOSE_AGAIN}`,
  );
}

export function tooLongRowError(sheet: string, row: number): InvalidFileError {
  return new InvalidFileError(
    `Row ${row} of the sheet '${sheet}' has more than ${formatCount(MAX_ROW_CHARACTERS, 'character')}. ` +
      `Please shorten its cells, ${CHOOSE_AGAIN}`,
  );
}

export function tooManyRowsError(sheet?: string): InvalidFileError {
  const problem =
    sheet === undefined
      ? `There are more than ${formatCount(MAX_TOTAL_ROWS, 'row')} in all sheets.`
      : `The sheet '${sheet}' has more than ${formatCount(MAX_ROWS, 'row')}.`;
  return new InvalidFileError(`${problem} ${SPLIT_ADVICE}`);
}

export function tooManyTextsError(): InvalidFileError {
  return new InvalidFileError(
    `The workbook has more than ${formatCount(MAX_SHARED_TEXTS, 'text')}. ${SPLIT_ADVICE}`,
  );
}

export function tooLargeFileError(): InvalidFileError {
  const maxMb = MAX_STORED_BYTES / 1024 / 1024;
  return new InvalidFileError(`The cells of this file take more than ${maxMb} MB. ${SPLIT_ADVICE}`);
}

const SPLIT_ADVICE = 'Please split it, and import one part after the other.';

/** Shortens a sheet's name; Excel's own have at most 31 characters. */
export function shortenSheetName(name: string): string {
  return truncate(name, 100);
}
