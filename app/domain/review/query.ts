import { ALL_DEALS, type DealQuery } from '~/domain/deal/query';
import type { Period } from './period';
import { getSectionFilters, hasClosedDeals, type SectionKey } from './sections';

export interface ReviewQuery {
  since: Period;
  userId: string;
  group: string;
  owner?: string;
  stage?: string[];
}

export function buildSectionQuery(
  key: SectionKey,
  review: Omit<ReviewQuery, 'since'>,
  timeZone: string,
  days: number,
): DealQuery {
  const listed = hasClosedDeals(key)
    ? buildReviewedDealsQuery(review, timeZone)
    : buildOpenDealsQuery(review, timeZone);
  return { ...listed, ...getSectionFilters(key, days) };
}

export function buildOpenDealsQuery(
  review: Omit<ReviewQuery, 'since'>,
  timeZone: string,
): DealQuery {
  return { ...buildReviewedDealsQuery(review, timeZone), stage: review.stage ?? ['open'] };
}

export function buildClosedDealsQuery(
  review: Omit<ReviewQuery, 'since'>,
  timeZone: string,
): DealQuery {
  const closed = ['won', 'lost', 'parked'];
  return { ...buildReviewedDealsQuery(review, timeZone), stage: review.stage ?? closed };
}

export function buildReviewedDealsQuery(
  { userId, group, owner, stage }: Omit<ReviewQuery, 'since'>,
  timeZone: string,
): DealQuery {
  return { ...ALL_DEALS, userId, group, owner, stage, timeZone };
}
