import { z } from 'zod';

export const SIDES = ['this', 'other'] as const;
export type Side = (typeof SIDES)[number];

export const MergeInput = z.object({
  otherId: z
    .int('Please choose another deal')
    .positive('Please choose another deal')
    .describe('The id of the deal to merge into this one.'),
  fields: z
    .record(z.string(), z.enum(SIDES, 'Please choose "this" or "other"'), 'Please send an object')
    .optional()
    .describe(
      'The deal whose value each field gets, by the keys of `PUT` or `fields.KEY` for custom fields. A field that is left out gets the value that was set last. `nextMeetingDate` and `nextMeetingOn` are chosen together: by either key, or by both with the same deal.',
    ),
});
export type MergeInput = z.output<typeof MergeInput>;

export const MergeAnswer = z.object({
  id: z.int().positive().describe('The id of the merge, needed to split the deals.'),
  pipelineId: z.int().positive().describe('The id of the merged deal.'),
  otherId: z.int().positive(),
});
