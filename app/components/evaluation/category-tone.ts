import type { CATEGORIES } from '~/models/evaluation/criteria';
import { categoryScore, type Scores } from '~/models/evaluation/score';
import { roundScore, scoreTone, type Tone } from '~/models/score';

export function formatScore(mean: number): string {
  return roundScore(mean).toFixed(1);
}

/** Grey while none of the category's criteria is scored. */
export function categoryTone(scores: Scores, category: (typeof CATEGORIES)[number]): Tone {
  const isScored = category.criteria.some(({ key }) => (scores[key] ?? null) !== null);
  return scoreTone(isScored ? roundScore(categoryScore(scores, category)) : null);
}
