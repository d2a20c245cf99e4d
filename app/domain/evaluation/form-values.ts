import { MAX_SCORE_LENGTH, roundScore } from '~/domain/score/score';
import { type CategoryNotesKey, CRITERIA, type Criterion, NOTES_KEYS } from './criteria';
import type { CriterionScores, EvaluationNotes } from './score';

export type EvaluationFormValues = Partial<Record<Criterion | CategoryNotesKey, string | null>>;

export function toEvaluationFormValues(
  stored: CriterionScores & EvaluationNotes,
): EvaluationFormValues {
  return {
    ...Object.fromEntries(CRITERIA.map(({ key }) => [key, stored[key]?.toFixed(1) ?? null])),
    ...Object.fromEntries(NOTES_KEYS.map((key) => [key, stored[key] ?? null])),
  };
}

export function parseCriterionScore(text: string | null | undefined): number | null {
  const typed = text?.trim() ?? '';
  const score = typed && typed.length <= MAX_SCORE_LENGTH ? Number(typed) : Number.NaN;
  return score >= 1 && score <= 10 ? roundScore(score) : null;
}

export function parseCriterionScores(typed: EvaluationFormValues): CriterionScores {
  return Object.fromEntries(CRITERIA.map(({ key }) => [key, parseCriterionScore(typed[key])]));
}
