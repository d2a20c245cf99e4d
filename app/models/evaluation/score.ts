import { CATEGORIES, CRITERIA, type Criterion, type Notes, NOTES } from './criteria';
import { roundScore, SCORE_LENGTH } from '~/models/score';

/** The value of a criterion without a score (rule 7.5). */
export const DEFAULT_SCORE = 5;
export const NOTES_LIMIT = 4_000;

export const EVALUATION_LABELS = Object.fromEntries(
  CATEGORIES.flatMap(({ title, notes, criteria }) => [
    ...criteria.map(({ key, label }) => [key, label]),
    [notes, `${title} notes`],
  ]),
) as Record<Criterion | Notes, string>;
export type Scores = Partial<Record<Criterion, number | null>>;
export type NotesTexts = Partial<Record<Notes, string | null>>;
export type EvaluationValues = Partial<Record<Criterion | Notes, string | null>>;

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of a category's criteria, 1 to 10, not rounded; a missing score counts as 5. */
export function categoryScore(scores: Scores, category: (typeof CATEGORIES)[number]): number {
  return mean(category.criteria.map(({ key }) => scores[key] ?? DEFAULT_SCORE));
}

/** The score in the header: the mean of the 7 category scores, not rounded. */
export function headerScore(scores: Scores): number {
  return mean(CATEGORIES.map((category) => categoryScore(scores, category)));
}

/** The stored score: the mean of all 26 criteria, rounded half up to one decimal. */
export function overallScore(scores: Scores): number {
  return roundScore(mean(CRITERIA.map(({ key }) => scores[key] ?? DEFAULT_SCORE)));
}

export function assessedCount(scores: Scores): number {
  return CRITERIA.filter(({ key }) => (scores[key] ?? null) !== null).length;
}

/** The values that the form opens with; a missing score is an empty box. */
export function formValues(stored: Scores & NotesTexts): EvaluationValues {
  return {
    ...Object.fromEntries(CRITERIA.map(({ key }) => [key, stored[key]?.toFixed(1) ?? null])),
    ...Object.fromEntries(NOTES.map((key) => [key, stored[key] ?? null])),
  };
}

/** Parses a score; null if it is empty or outside 1 to 10. */
export function readScore(text: string | null | undefined): number | null {
  const typed = text?.trim() ?? '';
  const score = typed && typed.length <= SCORE_LENGTH ? Number(typed) : Number.NaN;
  return score >= 1 && score <= 10 ? roundScore(score) : null;
}

export function typedScores(typed: EvaluationValues): Scores {
  return Object.fromEntries(CRITERIA.map(({ key }) => [key, readScore(typed[key])]));
}

/** Identifies a stored version, for conflict detection; 0 before the first save. */
export function evaluationVersion(evaluation: { updatedAt: Date } | undefined): number {
  return evaluation?.updatedAt.getTime() ?? 0;
}
