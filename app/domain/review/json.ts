import { z } from 'zod';
import type { NoteExcerpt } from '~/domain/note/list.server';
import { TimestampsAnswer, toTimestampsJson } from '~/domain/timestamps-json';
import type { ReviewedDeal, ReviewSection } from './list-sections.server';
import { PERIODS } from './period';
import { MAX_COUNTED_DEALS, OUTCOMES_SECTION, REVIEW_SECTIONS, TASKS_SECTION } from './sections';

const text = z.string().nullable();
const moment = z.iso.datetime();
const id = z.int().positive();

const ReviewedDealAnswer = z.object({
  id,
  userId: z.string().describe("The owner's user id."),
  user: z.object({ firstName: text, email: z.string() }),
  companyName: z.string(),
  fundingRound: text,
  targetFundingSize: text,
  evaluationScore: z.number().min(0).max(10).nullable(),
  nextMeetingDate: text,
  nextMeetingDue: z.iso.date().nullable(),
  ...TimestampsAnswer.shape,
  reason: z.string().describe('Why the deal is listed, in English.'),
});

const SectionAnswer = z.object({
  key: z.enum([...REVIEW_SECTIONS, TASKS_SECTION, OUTCOMES_SECTION].map(({ key }) => key)),
  title: z.string(),
  count: z.int().min(0).max(MAX_COUNTED_DEALS),
  more: z
    .boolean()
    .describe(`Whether there are more deals than the ${MAX_COUNTED_DEALS} that are counted.`),
  deals: z.array(ReviewedDealAnswer).describe('The first 20 deals.'),
});

const MentionAnswer = z.object({
  id: id.describe('The id of the note.'),
  pipelineId: id,
  companyName: z.string(),
  author: z.string(),
  excerpt: z.string(),
  createdAt: moment,
});

export const ReviewAnswer = z.object({
  since: z.enum(PERIODS),
  from: moment.describe('The start of the period.'),
  sections: z.array(SectionAnswer),
  mentions: z
    .array(MentionAnswer)
    .describe(
      'Notes that mention the caller and are on deals that the caller has not opened since.',
    ),
});
export type ReviewAnswer = z.output<typeof ReviewAnswer>;

export function toSectionJson(
  { key, title, count, more, deals }: ReviewSection,
  formatReason: (reason: ReviewedDeal['reason']) => string,
) {
  const rows = deals.map((deal) => toReviewedDealJson(deal, formatReason(deal.reason)));
  return { key, title, count, more, deals: rows };
}

/** Lists the fields one by one so that nothing private leaks. */
function toReviewedDealJson(
  deal: ReviewedDeal,
  reason: string,
): z.output<typeof ReviewedDealAnswer> {
  const { id, userId, owner, companyName, fundingRound, targetFundingSize } = deal;
  return {
    id,
    userId,
    user: owner,
    companyName,
    fundingRound,
    targetFundingSize,
    evaluationScore: deal.evaluationScore,
    nextMeetingDate: deal.nextMeetingDate,
    nextMeetingDue: deal.meetingDueAt?.toISOString().slice(0, 10) ?? null,
    ...toTimestampsJson(deal),
    reason,
  };
}

export function toMentionJson({
  at,
  excerpt,
  ...mention
}: NoteExcerpt): z.output<typeof MentionAnswer> {
  const { id, dealId, companyName, author } = mention;
  const { before, hit, after } = excerpt;
  const createdAt = at.toISOString();
  return { id, pipelineId: dealId, companyName, author, excerpt: before + hit + after, createdAt };
}
