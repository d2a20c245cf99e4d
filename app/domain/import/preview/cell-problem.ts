import type { CellProblem } from '#db/schema';

export function formatCellProblem({
  value,
  reason,
}: Pick<CellProblem, 'value' | 'reason'>): string {
  return value.trim() ? `'${value}' ${reason}` : reason;
}
