import { type Grouping, GROUPINGS } from '~/domain/insights/groups';

/** Falls back to the month. */
export function parseGrouping(params: URLSearchParams): Grouping {
  return GROUPINGS.find((known) => known === params.get('by')) ?? 'month';
}
