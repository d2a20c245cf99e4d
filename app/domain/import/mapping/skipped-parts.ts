import type { Import, ImportSheet } from '#db/schema';
import { formatCount } from '~/domain/text/text';
import { isComputedColumn } from './guess-targets';

const MAX_LISTED_COLUMNS = 20;

/**
 * Lists the parts of a file that are not imported, one line each: sheets, rows above the column
 * names, columns with values, hidden rows, comments on cells, merged cells beyond their first row,
 * and owners unless the importer may choose them (rule 16.89).
 */
export function listSkippedParts(
  { sheets, skippedSheets }: Pick<Import, 'sheets' | 'skippedSheets'>,
  { canChooseOwners }: { canChooseOwners: boolean },
): string[] {
  const isOnlySheet = sheets.length + skippedSheets.length === 1;
  const lines = sheets.flatMap((sheet) => {
    if (sheet.holds === 'ignored') return [`Sheet “${sheet.name}”`];
    const ofSheet = isOnlySheet ? '' : ` of sheet “${sheet.name}”`;
    const ofRows = ` below the first of ${sheet.mergedCells === 1 ? 'its' : 'their'} rows`;
    return [
      ...listCount(sheet.rowsAbove, 'row', ` above the column names${ofSheet}`),
      ...listSkippedColumns(sheet, ofSheet),
      ...listCount(sheet.hiddenRows, 'hidden row', ofSheet),
      ...listCount(sheet.comments, 'comment', ` on cells${ofSheet}`),
      ...listCount(sheet.mergedCells, 'merged cell', `${ofSheet}${ofRows}`),
    ];
  });
  const namesOwners = sheets.some(({ targets }) => targets.includes('owner'));
  return [
    ...skippedSheets.map(({ name, why }) => `Sheet “${name}”: ${why}`),
    ...lines,
    ...(namesOwners && !canChooseOwners
      ? ['Owners of new deals: only managers and admins can choose them']
      : []),
  ];
}

export function isUnmappedColumn(sheet: ImportSheet, column: number): boolean {
  const { samples, hiddenColumns = [] } = sheet;
  const isEmpty = !samples[column]?.length;
  return !isEmpty && !hiddenColumns.includes(column) && !isComputedByExport(sheet, column);
}

/** A column of an export that is computed from others. In other files, it has values of its own. */
function isComputedByExport({ holds, headers, targets }: ImportSheet, column: number): boolean {
  return targets.includes('reference') && isComputedColumn(holds, headers[column]!);
}

function listSkippedColumns(sheet: ImportSheet, ofSheet: string): string[] {
  const { headers, targets, samples, hiddenColumns } = sheet;
  const skipped = headers.flatMap((header, column) => {
    const isEmpty = !samples[column]?.length;
    if (targets[column] || isEmpty) return [];
    return [hiddenColumns?.includes(column) ? `${header} (hidden)` : header];
  });
  if (!skipped.length) return [];
  const listed = skipped.slice(0, MAX_LISTED_COLUMNS).join(', ');
  const moreCount = skipped.length - MAX_LISTED_COLUMNS;
  const more = moreCount > 0 ? ` and ${formatCount(moreCount, 'more column')}` : '';
  return [`${formatCount(skipped.length, 'column')}${ofSheet}: ${listed}${more}`];
}

function listCount(count = 0, noun: string, where: string): string[] {
  return count ? [`${formatCount(count, noun)}${where}`] : [];
}
