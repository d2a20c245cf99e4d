import { z } from 'zod';
import type { CustomField, Deal } from '#db/schema';
import { CustomFieldValueAnswer, pickActiveValues } from '~/domain/custom-field/json';
import { DEAL_FIELDS, DEAL_KEYS, type DealField, type DealKey } from '~/domain/deal-field/fields';
import { pick } from '~/domain/record';
import { TimestampsAnswer, toTimestampsJson } from '~/domain/timestamps-json';
import { GroupName } from '~/domain/user/json';
import type { DealDetails } from './details.server';

const text = z.string().nullable();

function makeFieldAnswerSchema(field: DealField): z.ZodType {
  switch (field.kind) {
    case 'line':
      return 'required' in field ? z.string() : text;
    case 'choice':
    case 'lines':
      return text;
    case 'day':
      return z.iso.date().nullable();
    case 'list':
      return z.array(z.string());
    case 'score':
      return z.number().min(0).max(10).nullable();
  }
}

type Shape = { [Key in DealKey]: z.ZodType<Deal[Key]> };
const shape = Object.fromEntries(
  DEAL_FIELDS.map((field) => [field.key, makeFieldAnswerSchema(field).describe(field.label)]),
);

export const DealAnswer = z.object({
  id: z.int().positive(),
  userId: z.string().describe("The owner's user id."),
  user: z.object({ firstName: text, email: z.string() }),
  group: GroupName().describe("The owner's group."),
  ...(shape as Shape),
  nextMeetingSetAt: z.iso.datetime().nullable().describe('When the next meeting was set.'),
  nextMeetingDue: z.iso
    .date()
    .nullable()
    .describe(
      'The day (UTC) when the next meeting is due; null if there is none, or for N/A and unknown values.',
    ),
  targetFundingAmount: z
    .number()
    .nullable()
    .describe(
      'The target funding size as a number, if it can be read as an amount. For a range, the middle.',
    ),
  targetFundingCurrency: text.describe(
    'The currency of the target funding size, as an ISO 4217 code.',
  ),
  fields: z
    .record(z.string(), CustomFieldValueAnswer)
    .describe("The values of the fund's custom fields, by key, without empty and archived ones."),
  stage: z.string().describe('The name of the stage.'),
  stageSince: z.iso.date().describe('The day (UTC) when the deal moved to this stage.'),
  ...TimestampsAnswer.shape,
});
export type DealAnswer = z.output<typeof DealAnswer>;

const DuplicateAnswer = z
  .object({
    id: z.int().positive().optional(),
    companyName: z.string().optional(),
    fundingRound: text.optional(),
    createdAt: z.iso.datetime(),
    owner: z.object({ firstName: text, email: z.string() }),
  })
  .describe('For a deal that the caller may not see, only its owner and when it was created.');
export type DuplicateAnswer = z.output<typeof DuplicateAnswer>;

export const SavedDealAnswer = DealAnswer.extend({
  possibleDuplicates: z
    .array(DuplicateAnswer)
    .optional()
    .describe('Other deals with the same company, if the company name is new or has changed.'),
});

/** Lists the fields one by one so that nothing private leaks. */
export function toDealJson(deal: DealDetails, customFields: CustomField[]): DealAnswer {
  const { id, userId, user, group, nextMeetingSetAt, meetingDueAt, stage, stageSince } = deal;
  return {
    id,
    userId,
    user,
    group,
    ...pick(deal, DEAL_KEYS),
    nextMeetingSetAt: nextMeetingSetAt?.toISOString() ?? null,
    nextMeetingDue: meetingDueAt?.toISOString().slice(0, 10) ?? null,
    ...pick(deal, ['targetFundingAmount', 'targetFundingCurrency']),
    fields: pickActiveValues(deal.fields, customFields),
    stage,
    stageSince: stageSince.toISOString().slice(0, 10),
    ...toTimestampsJson(deal),
  };
}
