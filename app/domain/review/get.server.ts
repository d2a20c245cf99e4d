import { cacheUntilCommit } from '#db/cache';
import type { Viewer } from '~/domain/access';
import type { Locale } from '~/domain/date/locale';
import { getLocalDay } from '~/domain/date/time-zone';
import { listUnreadMentions } from '~/domain/note/unread-mentions.server';
import { getVisibilityKey } from '~/domain/visibility.server';
import { type ReviewAnswer, toMentionJson, toSectionJson } from './json';
import { listSectionDealIds, listSectionRows, type ReviewSection } from './list-sections.server';
import { getPeriodStart } from './period';
import {
  buildOpenDealsQuery,
  buildSectionQuery,
  parseReviewQuery,
  type ReviewQuery,
} from './query';
import { createReasonFormatter } from './reasons.server';
import { MAX_COUNTED_DEALS, REVIEW_SECTIONS } from './sections';
import { getTasksSection } from './tasks-section.server';

export const MAX_MENTIONS = 20;

/** Returns the review of the visible deals, at most `maxDeals` in each section. */
export async function getReview(
  viewer: Viewer,
  review: ReviewQuery,
  locale: Locale,
  maxDeals = 20,
): Promise<ReviewSection[]> {
  const today = getLocalDay(new Date(), locale.timeZone);
  const key = JSON.stringify(['review', getVisibilityKey(viewer), review, locale, today, maxDeals]);
  const [tasks, sections] = await Promise.all([
    getTasksSection(viewer, buildOpenDealsQuery(review, locale.timeZone), locale, maxDeals),
    cacheUntilCommit(key, () => computeSections(viewer, review, locale, maxDeals)),
  ]);
  return [...sections, tasks];
}

async function computeSections(
  viewer: Viewer,
  review: ReviewQuery,
  locale: Locale,
  maxDeals: number,
) {
  const { start, days } = getPeriodStart(review.since, locale.timeZone);
  const sections = await Promise.all(
    REVIEW_SECTIONS.map(async ({ key, title }) => {
      const query = buildSectionQuery(key, review, locale.timeZone, days);
      const ids = await listSectionDealIds(viewer, { key, query });
      return { key, title, query, ids };
    }),
  );
  const shown = new Set(sections.flatMap(({ ids }) => ids.slice(0, maxDeals)));
  const rows = new Map((await listSectionRows(viewer, [...shown])).map((row) => [row.id, row]));
  return Promise.all(
    sections.map(async ({ ids, ...section }) => {
      const deals = ids.slice(0, maxDeals).flatMap((id) => rows.get(id) ?? []);
      const formatReason = await createReasonFormatter(section.key, deals, start, locale);
      return {
        ...section,
        count: Math.min(ids.length, MAX_COUNTED_DEALS),
        more: ids.length > MAX_COUNTED_DEALS,
        deals: deals.map((deal) => ({ ...deal, reason: formatReason(deal) })),
      };
    }),
  );
}

/** Returns the review for the API. */
export async function getReviewJson(
  viewer: Viewer,
  review: ReturnType<typeof parseReviewQuery>,
  locale: Locale,
): Promise<ReviewAnswer> {
  const [sections, mentions] = await Promise.all([
    getReview(viewer, review, locale),
    listUnreadMentions(viewer, MAX_MENTIONS),
  ]);
  return {
    since: review.since,
    from: getPeriodStart(review.since, locale.timeZone).start.toISOString(),
    sections: sections.map(toSectionJson),
    mentions: mentions.map(toMentionJson),
  };
}
