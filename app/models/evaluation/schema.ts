import { z } from 'zod';
import { CRITERIA, NOTES } from './criteria';
import { NOTES_LIMIT } from './score';
import { MERGE_FIELDS } from '~/models/history/merge';
import { recordOf } from '~/models/record';
import { score } from '~/models/score-schema';
import { clearable, lines } from '~/models/text-schema';

const CriterionScore = score(1, 'Please enter a score from 1 to 10').optional();

/** The body of the form and the API. A client's overallScore is ignored: the server computes it. */
export const EvaluationInput = z.object({
  ...recordOf(
    CRITERIA.map(({ key }) => key),
    () => CriterionScore,
  ),
  ...recordOf(NOTES, () => clearable(lines(NOTES_LIMIT))),
});
export type EvaluationInput = z.output<typeof EvaluationInput>;

export const EVALUATION_INPUTS = EvaluationInput.keyof().options;

/** The form's schema: an empty field of `shown` becomes null, all other fields are left out. */
export function evaluationForm(shown: readonly (keyof EvaluationInput)[]) {
  return EvaluationInput.transform((input): EvaluationInput =>
    Object.fromEntries(shown.map((field) => [field, input[field] ?? null])),
  );
}

export const EVALUATION_FORM = {
  text: [
    ...EVALUATION_INPUTS,
    ...MERGE_FIELDS,
    ...EVALUATION_INPUTS.map((key): `take-${keyof EvaluationInput}` => `take-${key}`),
  ],
} as const;
/** The fields of 'Use as deal score'; `seen` is the score that the page showed. */
export const DEAL_SCORE_FORM = { text: ['intent', 'version', 'seen', 'scoreReason'] } as const;
