import type { Viewer } from '~/domain/access';
import { listUnreadMentions } from '~/domain/note/unread-mentions.server';
import { getReview, MAX_MENTIONS } from '~/domain/review/get.server';
import { type ReviewAnswer, toMentionJson, toSectionJson } from '~/domain/review/json';
import { getPeriodStart } from '~/domain/review/period';
import type { ReviewQuery } from '~/domain/review/query';
import type { Locale } from '~/format/locale';
import { formatReviewReason } from '~/format/review-reason';

export async function loadReviewJson(
  viewer: Viewer,
  review: ReviewQuery,
  locale: Locale,
): Promise<ReviewAnswer> {
  const { timeZone } = locale;
  const [sections, mentions] = await Promise.all([
    getReview(viewer, review, timeZone),
    listUnreadMentions(viewer, MAX_MENTIONS),
  ]);
  return {
    since: review.since,
    from: getPeriodStart(review.since, timeZone).start.toISOString(),
    sections: sections.map((section) =>
      toSectionJson(section, (reason) => formatReviewReason(reason, locale)),
    ),
    mentions: mentions.map(toMentionJson),
  };
}
