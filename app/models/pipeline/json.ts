import { z } from 'zod';
import type { OwnField, Pipeline } from '#db/schema';
import { activeValues, OwnAnswer } from '~/models/field/json';
import { pick } from '~/models/record';
import { TimesAnswer, timesJson } from '~/models/times-json';
import { GroupName } from '~/models/user/json';
import { PIPELINE_FIELDS, PIPELINE_KEYS, type PipelineField, type PipelineKey } from './fields';
import type { PipelineDetails } from './list.server';

const text = z.string().nullable();

function answerOf(field: PipelineField): z.ZodType {
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

type Shape = { [Key in PipelineKey]: z.ZodType<Pipeline[Key]> };
const shape = Object.fromEntries(
  PIPELINE_FIELDS.map((field) => [field.key, answerOf(field).describe(field.label)]),
);

export const PipelineAnswer = z.object({
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
    .record(z.string(), OwnAnswer)
    .describe("The values of the fund's own fields, by key, without empty and archived ones."),
  stage: z.string().describe('The name of the stage.'),
  stageSince: z.iso.date().describe('The day (UTC) when the deal moved to this stage.'),
  ...TimesAnswer.shape,
});
export type PipelineAnswer = z.output<typeof PipelineAnswer>;

const Duplicate = z
  .object({
    id: z.int().positive().optional(),
    companyName: z.string().optional(),
    fundingRound: text.optional(),
    createdAt: z.iso.datetime(),
    owner: z.object({ firstName: text, email: z.string() }),
  })
  .describe('For a deal that the caller may not see, only its owner and when it was created.');
export type Duplicate = z.output<typeof Duplicate>;

export const SavedPipelineAnswer = PipelineAnswer.extend({
  possibleDuplicates: z
    .array(Duplicate)
    .optional()
    .describe('Other deals with the same company, if the company name is new or has changed.'),
});

/** The fields one by one, so that nothing private slips out. */
export function pipelineJson(pipeline: PipelineDetails, own: OwnField[]): PipelineAnswer {
  const { id, userId, user, group, nextMeetingSetAt, meetingDueAt, stage, stageSince } = pipeline;
  return {
    id,
    userId,
    user,
    group,
    ...pick(pipeline, PIPELINE_KEYS),
    nextMeetingSetAt: nextMeetingSetAt?.toISOString() ?? null,
    nextMeetingDue: meetingDueAt?.toISOString().slice(0, 10) ?? null,
    ...pick(pipeline, ['targetFundingAmount', 'targetFundingCurrency']),
    fields: activeValues(pipeline.fields, own),
    stage,
    stageSince: stageSince.toISOString().slice(0, 10),
    ...timesJson(pipeline),
  };
}
