import { z } from 'zod';
import type { Evaluation } from '#db/schema';
import { buildRecord, pick } from '~/domain/record';
import { TimestampsAnswer, toTimestampsJson } from '~/domain/timestamps-json';
import { CRITERION_KEYS, NOTES_KEYS } from './criteria';

export const EvaluationAnswer = z.object({
  pipelineId: z.int().positive(),
  ...buildRecord(CRITERION_KEYS, () => z.number().min(1).max(10).nullable()),
  ...buildRecord(NOTES_KEYS, () => z.string().nullable()),
  overallScore: z
    .number()
    .min(1)
    .max(10)
    .describe(
      'The mean of all 26 criteria, computed by the server. An empty criterion counts as 5.',
    ),
  ...TimestampsAnswer.shape,
});
export type EvaluationAnswer = z.output<typeof EvaluationAnswer>;

/** Lists the fields one by one so that nothing private leaks. */
export function toEvaluationJson(evaluation: Evaluation): EvaluationAnswer {
  const { dealId, overallScore } = evaluation;
  const filledIn = pick(evaluation, [...CRITERION_KEYS, ...NOTES_KEYS]);
  return { pipelineId: dealId, ...filledIn, overallScore, ...toTimestampsJson(evaluation) };
}
