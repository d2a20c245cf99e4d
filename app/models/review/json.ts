import { z } from 'zod';
import type { ListedLine } from '~/models/note/list.server';
import { TimesAnswer, timesJson } from '~/models/times-json';
import { PERIODS } from './period';
import { MOST_COUNTED, SECTIONS, TASKS_SECTION } from './sections';
import type { ReviewedDeal, ReviewSection } from './sections.server';

const text = z.string().nullable();
const moment = z.iso.datetime();
const id = z.int().positive();

const Reviewed = z.object({
  id,
  userId: z.string().describe("The owner's user id."),
  user: z.object({ firstName: text, email: z.string() }),
  companyName: z.string(),
  fundingRound: text,
  targetFundingSize: text,
  evaluationScore: z.number().min(0).max(10).nullable(),
  nextMeetingDate: text,
  nextMeetingDue: z.iso.date().nullable(),
  ...TimesAnswer.shape,
  reason: z.string().describe('Why the deal is listed, in English.'),
});

const Section = z.object({
  key: z.enum([...SECTIONS, TASKS_SECTION].map(({ key }) => key)),
  title: z.string(),
  count: z.int().min(0).max(MOST_COUNTED),
  more: z
    .boolean()
    .describe(`Whether there are more deals than the ${MOST_COUNTED} that are counted.`),
  deals: z.array(Reviewed).describe('The first 20 deals.'),
});

const Mention = z.object({
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
  sections: z.array(Section),
  mentions: z
    .array(Mention)
    .describe(
      'Notes that mention the caller and are on deals that the caller has not opened since.',
    ),
});
export type ReviewAnswer = z.output<typeof ReviewAnswer>;

export function sectionJson({ key, title, count, more, deals }: ReviewSection) {
  return { key, title, count, more, deals: deals.map(dealJson) };
}

/** The fields one by one, so that nothing private slips out. */
function dealJson(deal: ReviewedDeal): z.output<typeof Reviewed> {
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
    ...timesJson(deal),
    reason: deal.reason,
  };
}

export function mentionJson({ at, excerpt, ...mention }: ListedLine): z.output<typeof Mention> {
  const { id, pipelineId, companyName, author } = mention;
  const { before, hit, after } = excerpt;
  const createdAt = at.toISOString();
  return { id, pipelineId, companyName, author, excerpt: before + hit + after, createdAt };
}
