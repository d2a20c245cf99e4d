import type { CellProblem } from '#db/schema';

/** For example "'abc' is not a score from 0 to 10", or 'is empty: …'. */
export function formatCellProblem({
  value,
  reason,
}: Pick<CellProblem, 'value' | 'reason'>): string {
  return value.trim() ? `'${value}' ${reason}` : reason;
}
