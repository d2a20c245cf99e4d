import { formatNumber } from '~/domain/text/text';

/** Joins the first of `total` names and counts the others: 'Ana, Ben, 12 more'. */
export function formatNames(firstNames: string[], total: number): string {
  const others = total - firstNames.length;
  return [...firstNames, ...(others > 0 ? [`${formatNumber(others)} more`] : [])].join(', ');
}
