import { z } from 'zod';
import { FORM_BASE_FIELDS } from '~/domain/form-conflict/conflict';
import { buildRecord } from '~/domain/record';
import { scoreSchema } from '~/domain/score/schema';
import { clearable, multilineSchema } from '~/domain/text/schema';
import { CRITERIA, NOTES_KEYS } from './criteria';
import { MAX_NOTES_LENGTH } from './score';

const CriterionScoreInput = scoreSchema(1, 'Please enter a score from 1 to 10').optional();

/** The body of the form and the API. A client's overallScore is ignored: the server computes it. */
export const EvaluationInput = z.object({
  ...buildRecord(
    CRITERIA.map(({ key }) => key),
    () => CriterionScoreInput,
  ),
  ...buildRecord(NOTES_KEYS, () => clearable(multilineSchema(MAX_NOTES_LENGTH))),
});
export type EvaluationInput = z.output<typeof EvaluationInput>;

export const EVALUATION_KEYS = EvaluationInput.keyof().options;

/** The form's schema: an empty field of `shown` becomes null, all other fields are left out. */
export function createEvaluationFormSchema(shown: readonly (keyof EvaluationInput)[]) {
  return EvaluationInput.transform((input): EvaluationInput =>
    Object.fromEntries(shown.map((field) => [field, input[field] ?? null])),
  );
}

export const EVALUATION_FORM_FIELDS = {
  text: [
    ...EVALUATION_KEYS,
    ...FORM_BASE_FIELDS,
    ...EVALUATION_KEYS.map((key): `take-${keyof EvaluationInput}` => `take-${key}`),
  ],
} as const;
/** The fields of 'Use as deal score'; `seen` is the score that the page showed. */
export const DEAL_SCORE_FORM_FIELDS = {
  text: ['intent', 'version', 'seen', 'scoreReason'],
} as const;
