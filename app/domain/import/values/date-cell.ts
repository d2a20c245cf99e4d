import type { ImportCell } from '#db/schema';
import { getCellText } from '~/domain/import/reading/cell';
import { isPlaceholder } from './cell-text';
import { OUT_OF_RANGE, parseDate } from './dates';
import type { ParsedCell } from './parse-options';

export function parseDateCell(cell: ImportCell, dayFirst: boolean | null): ParsedCell {
  if (isPlaceholder(getCellText(cell).trim())) return { value: null };
  const day = parseDate(cell, dayFirst);
  if (day === 'open')
    return { reason: 'could be read in two ways: is the day or the month first?' };
  if (day === OUT_OF_RANGE) return { reason: 'has a year outside 1900 to 2200' };
  return day ? { value: day } : { reason: 'is not a valid date' };
}
