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
  userId: z.string().describe('The owner.'),
  user: z.object({ firstName: text, email: z.string() }),
  group: GroupName().describe("The owner's."),
  ...(shape as Shape),
  nextMeetingSetAt: z.iso.datetime().nullable().describe('When the next meeting was set.'),
  nextMeetingDue: z.iso
    .date()
    .nullable()
    .describe('The UTC day when it falls due; null for N/A, unknown values and none.'),
  targetFundingAmount: z
    .number()
    .nullable()
    .describe('Of the target funding size, where it can be read; of a range, the middle.'),
  targetFundingCurrency: text.describe('ISO 4217.'),
  fields: z
    .record(z.string(), OwnAnswer)
    .describe("Of the fund's own fields by key, without empty and archived ones."),
  stage: z.string().describe('The name of its stage.'),
  stageSince: z.iso.date().describe('The UTC day when it came to its stage.'),
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
  .describe("Of a colleague's deal that the caller may not see, only since when and whose.");
export type Duplicate = z.output<typeof Duplicate>;

export const SavedPipelineAnswer = PipelineAnswer.extend({
  possibleDuplicates: z
    .array(Duplicate)
    .optional()
    .describe('Deals of the same company, if the name is new and there are any.'),
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
