import { roundScore } from '~/domain/score/score';
import { CATEGORIES, type CategoryNotesKey, CRITERIA, type Criterion } from './criteria';

export const DEFAULT_SCORE = 5;

export const MAX_NOTES_LENGTH = 4_000;

export const EVALUATION_LABELS = Object.fromEntries(
  CATEGORIES.flatMap(({ title, notes, criteria }) => [
    ...criteria.map(({ key, label }) => [key, label]),
    [notes, `${title} notes`],
  ]),
) as Record<Criterion | CategoryNotesKey, string>;

export type CriterionScores = Partial<Record<Criterion, number | null>>;

export type EvaluationNotes = Partial<Record<CategoryNotesKey, string | null>>;

function computeMean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the mean of a category's criteria, 1 to 10, not rounded; a missing score counts as 5. */
export function computeCategoryScore(
  scores: CriterionScores,
  category: (typeof CATEGORIES)[number],
): number {
  return computeMean(category.criteria.map(({ key }) => scores[key] ?? DEFAULT_SCORE));
}

/** Returns the score in the header: the mean of the 7 category scores, not rounded. */
export function computeHeaderScore(scores: CriterionScores): number {
  return computeMean(CATEGORIES.map((category) => computeCategoryScore(scores, category)));
}

/** Returns the stored score: the mean of all 26 criteria, rounded half up to one decimal. */
export function computeOverallScore(scores: CriterionScores): number {
  return roundScore(computeMean(CRITERIA.map(({ key }) => scores[key] ?? DEFAULT_SCORE)));
}

export function countAssessedCriteria(scores: CriterionScores): number {
  return CRITERIA.filter(({ key }) => (scores[key] ?? null) !== null).length;
}

/** Identifies a stored version, for conflict detection; 0 before the first save. */
export function getEvaluationVersion(evaluation: { updatedAt: Date } | undefined): number {
  return evaluation?.updatedAt.getTime() ?? 0;
}
