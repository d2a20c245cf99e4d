import type { CATEGORIES } from '~/domain/evaluation/criteria';
import { computeCategoryScore, type CriterionScores } from '~/domain/evaluation/score';
import { getScoreTone, roundScore, type ScoreTone } from '~/domain/score/score';

export function formatScore(mean: number): string {
  return roundScore(mean).toFixed(1);
}

export function getCategoryTone(
  scores: CriterionScores,
  category: (typeof CATEGORIES)[number],
): ScoreTone {
  const isScored = category.criteria.some(({ key }) => (scores[key] ?? null) !== null);
  return getScoreTone(isScored ? roundScore(computeCategoryScore(scores, category)) : null);
}
