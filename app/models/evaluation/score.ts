import { CATEGORIES, CRITERIA, type Criterion, type Notes, NOTES } from './criteria';
import { roundScore } from '~/models/pipeline/fields';

/** What a criterion counts as while nobody has scored it (rule 7.5). */
export const DEFAULT_SCORE = 5;
export const NOTES_LIMIT = 4_000;

/** What each field is called on screen, in the form's order. */
export const EVALUATION_LABELS = Object.fromEntries(
  CATEGORIES.flatMap(({ title, notes, criteria }) => [
    ...criteria.map(({ key, label }) => [key, label]),
    [notes, `${title} notes`],
  ]),
) as Record<Criterion | Notes, string>;
export type Scores = Partial<Record<Criterion, number | null>>;
export type NotesTexts = Partial<Record<Notes, string | null>>;
/** The fields of the form, as text. */
export type EvaluationValues = Partial<Record<Criterion | Notes, string | null>>;

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A category's score: the mean of its criteria, an empty one counting as 5; 1 to 10, not rounded. */
export function categoryScore(scores: Scores, category: (typeof CATEGORIES)[number]): number {
  return mean(category.criteria.map(({ key }) => scores[key] ?? DEFAULT_SCORE));
}

/** The header's score: the mean of the seven category scores; not rounded. */
export function headerScore(scores: Scores): number {
  return mean(CATEGORIES.map((category) => categoryScore(scores, category)));
}

/** The stored overall score: the mean of all 26, rounded half up to one decimal. */
export function overallScore(scores: Scores): number {
  return roundScore(mean(CRITERIA.map(({ key }) => scores[key] ?? DEFAULT_SCORE)));
}

/** How many criteria have been scored. */
export function assessedCount(scores: Scores): number {
  return CRITERIA.filter(({ key }) => (scores[key] ?? null) !== null).length;
}

/** The form as it opens: an empty criterion stands at 5. */
export function formValues(stored: Scores & NotesTexts): EvaluationValues {
  return {
    ...Object.fromEntries(
      CRITERIA.map(({ key }) => [key, (stored[key] ?? DEFAULT_SCORE).toFixed(1)]),
    ),
    ...Object.fromEntries(NOTES.map((key) => [key, stored[key] ?? null])),
  };
}

/** A number box's text as a score; null when it is empty or outside 1 to 10. */
export function readScore(text: string | null | undefined): number | null {
  const score = text?.trim() ? Number(text) : Number.NaN;
  return score >= 1 && score <= 10 ? roundScore(score) : null;
}

/**
 * The form as scores. What is not stored and still stands at the 5 it opened with has been scored by nobody, so it is
 * null; saving says all 26 as they stand, and from then on the stored ones count (rule 7.10).
 */
export function typedScores(typed: EvaluationValues, stored: Scores): Scores {
  const read = (key: Criterion) => {
    const score = readScore(typed[key]);
    return score === DEFAULT_SCORE && (stored[key] ?? null) === null ? null : score;
  };
  return Object.fromEntries(CRITERIA.map(({ key }) => [key, read(key)]));
}

/** Tells one stored evaluation from the next; 0 while there is none. */
export function evaluationVersion(evaluation: { updatedAt: Date } | undefined): number {
  return evaluation?.updatedAt.getTime() ?? 0;
}
