import { type Period, PERIODS } from '~/domain/review/period';
import type { ReviewQuery } from '~/domain/review/query';
import { parseDealQuery } from './deal-query';

export function parseReviewQuery(params: URLSearchParams): ReviewQuery {
  const { userId, group, owner, stage } = parseDealQuery(params);
  return { since: parsePeriod(params), userId, group, owner, stage };
}

export function parsePeriod(params: URLSearchParams): Period {
  return PERIODS.find((known) => known === params.get('since')) ?? 'monday';
}
