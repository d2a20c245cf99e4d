import { z } from 'zod';
import { FORM_BASE_FIELDS, getChoiceControl } from '~/domain/form-conflict/conflict';
import { buildRecord } from '~/domain/record';
import { scoreSchema } from '~/domain/score/schema';
import { clearable, multilineSchema } from '~/domain/text/schema';
import { CRITERION_KEYS, NOTES_KEYS } from './criteria';
import { MAX_NOTES_LENGTH } from './score';

const CriterionScoreInput = scoreSchema(1, 'Please enter a score from 1 to 10').optional();

/** Input of form and API. Ignores a client's `overallScore`, which the server computes. */
export const EvaluationInput = z.object({
  ...buildRecord(CRITERION_KEYS, () => CriterionScoreInput),
  ...buildRecord(NOTES_KEYS, () => clearable(multilineSchema(MAX_NOTES_LENGTH))),
});
export type EvaluationInput = z.output<typeof EvaluationInput>;

export const EVALUATION_KEYS = EvaluationInput.keyof().options;

export function createEvaluationFormSchema(shown: readonly (keyof EvaluationInput)[]) {
  return EvaluationInput.transform((input): EvaluationInput =>
    Object.fromEntries(shown.map((field) => [field, input[field] ?? null])),
  );
}

export const EVALUATION_FORM_FIELDS = {
  text: [
    ...EVALUATION_KEYS,
    ...FORM_BASE_FIELDS,
    ...EVALUATION_KEYS.map((key) => getChoiceControl(key)),
  ],
} as const;
export const DEAL_SCORE_FORM_FIELDS = {
  text: ['intent', 'version', 'seen', 'scoreReason', 'back'],
} as const;
