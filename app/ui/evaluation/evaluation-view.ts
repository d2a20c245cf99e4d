import type { Evaluation } from '#db/schema';
import { CATEGORIES } from '~/domain/evaluation/criteria';
import { computeCategoryScore, computeHeaderScore } from '~/domain/evaluation/score';
import { roundScore } from '~/domain/score/score';

/** Formats an evaluation for a document: scores with one decimal, `percent` of the highest score. */
export function toEvaluationView(evaluation: Evaluation) {
  return {
    score: roundScore(computeHeaderScore(evaluation)).toFixed(1),
    categories: CATEGORIES.map((category) => {
      const mean = roundScore(computeCategoryScore(evaluation, category));
      return {
        title: category.title,
        score: mean.toFixed(1),
        percent: mean * 10,
        notes: evaluation[category.notes],
        criteria: category.criteria.map(({ key, label }) => ({
          label,
          score: evaluation[key]?.toFixed(1) ?? '–',
        })),
      };
    }),
  };
}
