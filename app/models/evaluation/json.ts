import { z } from 'zod';
import type { Evaluation } from '#db/schema';
import { pick, recordOf } from '~/models/record';
import { TimesAnswer, timesJson } from '~/models/times-json';
import { CRITERIA, NOTES } from './criteria';

const CRITERION_KEYS = CRITERIA.map(({ key }) => key);

/** What the API answers about an evaluation: its 26 scores and 7 notes, an empty one null. */
export const EvaluationAnswer = z.object({
  pipelineId: z.int().positive(),
  ...recordOf(CRITERION_KEYS, () => z.number().min(1).max(10).nullable()),
  ...recordOf(NOTES, () => z.string().nullable()),
  overallScore: z
    .number()
    .min(1)
    .max(10)
    .describe(
      'The mean of all 26 criteria, computed by the server. An empty criterion counts as 5.',
    ),
  ...TimesAnswer.shape,
});
export type EvaluationAnswer = z.output<typeof EvaluationAnswer>;

/** The fields one by one, so that nothing private slips out. */
export function evaluationJson(evaluation: Evaluation): EvaluationAnswer {
  const { pipelineId, overallScore } = evaluation;
  const filledIn = pick(evaluation, [...CRITERION_KEYS, ...NOTES]);
  return { pipelineId, ...filledIn, overallScore, ...timesJson(evaluation) };
}
