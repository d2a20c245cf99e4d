import { cacheUntilCommit } from '#db/cache';
import type { Viewer } from '~/domain/access';
import { getLocalDay } from '~/domain/date/time-zone';
import { getVisibilityKey } from '~/domain/visibility.server';
import { listSectionDealIds, listSectionRows, type ReviewSection } from './list-sections.server';
import { getOutcomesSection } from './outcomes-section.server';
import { getPeriodStart } from './period';
import {
  buildClosedDealsQuery,
  buildOpenDealsQuery,
  buildSectionQuery,
  type ReviewQuery,
} from './query';
import { createReasonFinder } from './reasons.server';
import { MAX_COUNTED_DEALS, REVIEW_SECTIONS } from './sections';
import { getTasksSection } from './tasks-section.server';

export const MAX_MENTIONS = 20;

export async function getReview(
  viewer: Viewer,
  review: ReviewQuery,
  timeZone: string,
  maxDeals = 20,
): Promise<ReviewSection[]> {
  const today = getLocalDay(new Date(), timeZone);
  const key = JSON.stringify([
    'review',
    getVisibilityKey(viewer),
    review,
    timeZone,
    today,
    maxDeals,
  ]);
  const [tasks, sections, outcomes] = await Promise.all([
    getTasksSection(viewer, buildOpenDealsQuery(review, timeZone), timeZone, maxDeals),
    cacheUntilCommit(key, () => computeSections(viewer, review, timeZone, maxDeals)),
    cacheUntilCommit(`outcomes ${key}`, () =>
      getOutcomesSection(viewer, buildClosedDealsQuery(review, timeZone), maxDeals),
    ),
  ]);
  return [...sections, ...(outcomes ? [outcomes] : []), tasks];
}

async function computeSections(
  viewer: Viewer,
  review: ReviewQuery,
  timeZone: string,
  maxDeals: number,
) {
  const { start, days } = getPeriodStart(review.since, timeZone);
  const sections = await Promise.all(
    REVIEW_SECTIONS.map(async ({ key, title }) => {
      const query = buildSectionQuery(key, review, timeZone, days);
      const ids = await listSectionDealIds(viewer, query);
      return { key, title, query, ids };
    }),
  );
  const shown = new Set(sections.flatMap(({ ids }) => ids.slice(0, maxDeals)));
  const rows = new Map((await listSectionRows(viewer, [...shown])).map((row) => [row.id, row]));
  return Promise.all(
    sections.map(async ({ ids, ...section }) => {
      const deals = ids.slice(0, maxDeals).flatMap((id) => rows.get(id) ?? []);
      const findReason = await createReasonFinder(section.key, deals, start, timeZone);
      return {
        ...section,
        count: Math.min(ids.length, MAX_COUNTED_DEALS),
        more: ids.length > MAX_COUNTED_DEALS,
        deals: deals.map((deal) => ({ ...deal, reason: findReason(deal) })),
      };
    }),
  );
}
