import { CATEGORIES, CRITERIA, type Criterion } from './criteria';
import { roundScore } from './pipeline';

/** What a criterion counts as while nobody has scored it (spec §4, §9). */
export const DEFAULT_SCORE = 5;
export const NOTES_LIMIT = 4_000;
export type Scores = Partial<Record<Criterion, number | null>>;

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
