import { z } from 'zod';

/** Whose value a field gets: the winner's, or that of the deal which is merged into it. */
export const SIDES = ['this', 'other'] as const;
export type Side = (typeof SIDES)[number];

export const MergeInput = z.object({
  otherId: z
    .int('Please choose another deal')
    .positive('Please choose another deal')
    .describe('The deal that is merged into this one.'),
  fields: z
    .record(z.string(), z.enum(SIDES, 'Please choose "this" or "other"'), 'Please send an object')
    .optional()
    .describe(
      'Whose value a field gets, by the keys of `PUT`, `fields.KEY` for own fields. Of a key that is left out, the value that was set last.',
    ),
});
export type MergeInput = z.output<typeof MergeInput>;

export const MergeAnswer = z.object({
  id: z.int().positive().describe("The merge's, by which it can be split."),
  pipelineId: z.int().positive().describe('The deal that both are now.'),
  otherId: z.int().positive(),
});
