import { type Period, PERIODS } from '~/domain/review/period';
import type { ReviewQuery } from '~/domain/review/query';
import { parseDealQuery } from './deal-query';

/** Falls back to the default period; an unknown owner or group has no deals. */
export function parseReviewQuery(params: URLSearchParams): ReviewQuery {
  const { userId, group, owner, stage } = parseDealQuery(params);
  return { since: parsePeriod(params), userId, group, owner, stage };
}

/** Falls back to the first period. */
export function parsePeriod(params: URLSearchParams): Period {
  return PERIODS.find((known) => known === params.get('since')) ?? 'monday';
}
