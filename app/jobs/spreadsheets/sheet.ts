import type { ImportCell, TextLayout } from '#db/schema';
import { getCellText, isErrorCell, isLinkedCell } from '~/domain/import/reading/cell';

export interface SheetRow {
  row: number;
  /** Cells from column A on, without trailing empty ones. */
  cells: ImportCell[];
  isHidden?: true;
}

export interface Sheet {
  name: string;
  isHidden?: boolean;
  rows: AsyncIterable<SheetRow>;
  /** Hidden columns, from 0; known once the first row is read. */
  hiddenColumns?: number[];
  /** First rows of the cells that are merged over several rows; known once all rows are read. */
  mergedRows?: number[];
  layout?: TextLayout;
  /** Number of comments on cells. */
  comments?: number;
}

export function trimEmptyCells(cells: ImportCell[]): ImportCell[] {
  const end = cells.findLastIndex((cell) => !isEmptyCell(cell));
  return Array.from({ length: end + 1 }, (_, i) => cells[i] ?? null);
}

export function isEmptyCell(cell: ImportCell | undefined): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && !cell.trim());
}

export function countCellCharacters(cell: ImportCell): number {
  return typeof cell === 'string' || isErrorCell(cell) || isLinkedCell(cell)
    ? getCellText(cell).length
    : 0;
}
