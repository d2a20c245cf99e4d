import type { ImportCell } from '#db/schema';
import { getCellText } from '~/domain/import/reading/cell';
import { isPlaceholder } from './cell-text';
import { parseDate } from './dates';
import type { ParsedCell } from './parse-options';

const PROBLEM_REASONS = {
  ambiguous: 'could be read in two ways: is the day or the month first?',
  outOfRange: 'has a year outside 1900 to 2200',
};

export function parseDateCell(cell: ImportCell, dayFirst: boolean | null): ParsedCell {
  if (isPlaceholder(getCellText(cell).trim())) return { value: null };
  const parsed = parseDate(cell, dayFirst);
  if (!parsed) return { reason: 'is not a valid date' };
  return 'problem' in parsed ? { reason: PROBLEM_REASONS[parsed.problem] } : { value: parsed.day };
}
