import type { Locale } from '~/domain/date/locale';
import { type DealQuery, parseDealQuery } from '~/domain/deal/query';
import { parsePeriod, type Period } from './period';
import { getSectionFilters, hasClosedDeals, type SectionKey } from './sections';

/** The owner whose deals are reviewed, and the start of the period. */
export interface ReviewQuery {
  since: Period;
  userId: string;
  group: string;
  /** Part of the owner's name or email. */
  owner?: string;
  /** Names or kinds of stages; without them, closed deals stand in some sections alone. */
  stage?: string[];
}

/** An unknown period is the default; an unknown owner or group has no deals. */
export function parseReviewQuery(params: URLSearchParams): ReviewQuery & { since: Period } {
  const { userId, group, owner, stage } = parseDealQuery(params);
  return { since: parsePeriod(params), userId, group, owner, stage };
}

/** The list of the deals of a section; `days` is how many days ago the period started. */
export function buildSectionQuery(
  key: SectionKey,
  review: Omit<ReviewQuery, 'since'>,
  locale: Locale,
  days: number,
): DealQuery {
  const listed = hasClosedDeals(key)
    ? buildReviewedDealsQuery(review, locale)
    : buildOpenDealsQuery(review, locale);
  return { ...listed, ...getSectionFilters(key, days) };
}

/** The list of the deals under review, without closed ones unless they are asked for. */
export function buildOpenDealsQuery(review: Omit<ReviewQuery, 'since'>, locale: Locale): DealQuery {
  return { ...buildReviewedDealsQuery(review, locale), stage: review.stage ?? ['open'] };
}

/** The list of the deals under review. */
export function buildReviewedDealsQuery(
  { userId, group, owner, stage }: Omit<ReviewQuery, 'since'>,
  { timeZone }: Locale,
): DealQuery {
  return { ...parseDealQuery(), userId, group, owner, stage, timeZone };
}
