import type { ImportCell, TextLayout } from '#db/schema';
import { getCellText, isErrorCell, isLinkedCell } from '~/domain/import/reading/cell';

/** A row that is not empty. */
export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  row: number;
  /** From column A on, without the empty ones at the end. */
  cells: ImportCell[];
  isHidden?: true;
}

export interface Sheet {
  name: string;
  isHidden?: boolean;
  rows: AsyncIterable<SheetRow>;
  /** The columns that the file hides, from 0; known once the first row is read. */
  hiddenColumns?: number[];
  /** Of separated values. */
  layout?: TextLayout;
}

/** Without the empty cells at the end. */
export function trimEmptyCells(cells: ImportCell[]): ImportCell[] {
  const end = cells.findLastIndex((cell) => !isEmptyCell(cell));
  return Array.from({ length: end + 1 }, (_, i) => cells[i] ?? null);
}

export function isEmptyCell(cell: ImportCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && !cell.trim());
}

/** Characters of a text, a link's text or an error; anything else is short. */
export function countCellCharacters(cell: ImportCell): number {
  return typeof cell === 'string' || isErrorCell(cell) || isLinkedCell(cell)
    ? getCellText(cell).length
    : 0;
}
