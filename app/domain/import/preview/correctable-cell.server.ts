import type { ColumnAmount, CustomField, ImportCell, ImportRow, ImportSheet } from '#db/schema';
import { toCustomFieldName } from '~/domain/custom-field/names';
import type { Cell } from '~/domain/export/sheet';
import { findCurrencyColumns } from '~/domain/import/mapping/currency-columns';
import {
  findWorkbookError,
  getCellText,
  isErrorCell,
  isFormattedNumber,
  isLinkedCell,
  parseFormattedNumber,
} from '~/domain/import/reading/cell';
import {
  addUnit,
  type AmountReading,
  findUnitsInHeaders,
  parseCurrency,
  removeUnit,
} from '~/domain/import/values/amounts';
import {
  describeAmbiguousNumber,
  listSeparators,
  toPlainNumber,
} from '~/domain/import/values/separators';

/** Builds the cells of the workbook of rows to correct: imported again, they mean what the file's mean. */

type FileCells = ImportRow['cells'];

export type CellWriter = (cells: FileCells) => Cell;

/** Returns the headers, without a currency that a person took from the column. */
export function listCorrectableHeaders({ headers, amounts = {} }: ImportSheet): string[] {
  const ownUnits = findUnitsInHeaders(headers);
  return headers.map((header, column) => {
    const isKept = !ownUnits[column]?.currency || amounts[column]?.currency;
    const shortened = removeUnit(header);
    return isKept || !shortened || headers.includes(shortened) ? header : shortened;
  });
}

/** Returns a writer for each column of a sheet. */
export function createCellWriters(sheet: ImportSheet, fields: CustomField[]): CellWriter[] {
  const ownUnits = findUnitsInHeaders(sheet.headers);
  const currencyColumns = findCurrencyColumns(sheet);
  const writeLink = createLinkWriter();
  return sheet.headers.map((_, column) => {
    const kind = findKind(sheet, column, fields);
    const unit = sheet.amounts?.[column] ?? {};
    const separators = listSeparators(sheet, column);
    const needsUnit = kind === 'money' && !isSameUnit(unit, ownUnits[column] ?? {});
    return (cells) => {
      const cell = cells[column] ?? null;
      const isAmbiguous = typeof cell === 'string' && describeAmbiguousNumber(cell);
      if (needsUnit || (kind === 'money' && (isFormattedNumber(cell) || isAmbiguous))) {
        const currency =
          unit.currency ?? parseCurrency(getCellText(cells[currencyColumns[column]!]));
        return writeAmount(cell, { ...unit, ...(currency && { currency }), separators });
      }
      if (kind === 'number' && isFormattedNumber(cell)) return writeNumber(cell);
      if (kind === 'number' && isAmbiguous) return toPlainNumber(cell, separators.bare) ?? cell;
      return isLinkedCell(cell) ? writeLink(cell) : writePlain(cell);
    };
  });
}

/** Returns 'money' for the target size, too, whose amounts are read with the unit of their column. */
function findKind(
  { targets, newFields }: ImportSheet,
  column: number,
  fields: CustomField[],
): CustomField['kind'] | undefined {
  const target = targets[column];
  if (target === 'targetFundingSize') return 'money';
  const field = fields.find(({ key }) => toCustomFieldName(key) === target);
  return newFields?.[column]?.kind ?? field?.kind;
}

function isSameUnit(one: ColumnAmount, other: ColumnAmount): boolean {
  return one.currency === other.currency && (one.factor ?? 1) === (other.factor ?? 1);
}

/** Writes 'EUR 5m' for a 5 in a column of million euros, but leaves an amount with its own unit. */
function writeAmount(cell: ImportCell, unit: AmountReading): Cell {
  const amount = addUnit(cell, unit);
  return 'reason' in amount || amount.text === getCellText(cell).trim()
    ? writePlain(cell)
    : amount.text;
}

/** Keeps the five million of '$5.00M' for a field without units. */
function writeNumber({ number, shown }: { number: number; shown: string }): Cell {
  return parseFormattedNumber(shown) === number ? number : shown;
}

function writePlain(cell: ImportCell): Cell {
  const error = isErrorCell(cell) ? findWorkbookError(cell.error) : undefined;
  if (error) return { error };
  return typeof cell === 'number' ? cell : getCellText(cell);
}

/** Reading takes 8 MB of links a sheet. */
const MAX_LINK_BYTES = 6_000_000;
const LINK_MARKUP_BYTES = 200;

function createLinkWriter() {
  let bytes = 0;
  return (cell: { text: string; link: string }): Cell => {
    bytes += LINK_MARKUP_BYTES + Buffer.byteLength(cell.link.replaceAll('&', '&amp;'));
    return bytes > MAX_LINK_BYTES ? getCellText(cell) : cell;
  };
}
