import type { CATEGORIES } from '~/domain/evaluation/criteria';
import { computeCategoryScore, type CriterionScores } from '~/domain/evaluation/score';
import { getScoreTone, roundScore, type ScoreTone } from '~/domain/score/score';

export type Category = (typeof CATEGORIES)[number];

/** Returns the anchor of the category's section in the form. */
export function getCategoryId({ notes }: Category): string {
  return notes.replace('Notes', '');
}

export function formatScore(mean: number): string {
  return roundScore(mean).toFixed(1);
}

export function getCategoryTone(scores: CriterionScores, category: Category): ScoreTone {
  const isScored = category.criteria.some(({ key }) => (scores[key] ?? null) !== null);
  return getScoreTone(isScored ? roundScore(computeCategoryScore(scores, category)) : null);
}
