import type { Viewer } from '~/domain/access';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { findEvaluation } from '~/domain/evaluation/get.server';
import {
  computeCategoryScore,
  computeHeaderScore,
  countAssessedCriteria,
  getEvaluationVersion,
} from '~/domain/evaluation/score';
import { roundScore } from '~/domain/score/score';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadEvaluationSummary(viewer: Viewer, dealId: number, locale: Locale) {
  const evaluation = await findEvaluation(viewer, dealId);
  if (!evaluation) return undefined;
  return {
    version: getEvaluationVersion(evaluation),
    overall: roundScore(computeHeaderScore(evaluation)),
    assessed: countAssessedCriteria(evaluation),
    criteria: CRITERIA.length,
    saved: formatDateTime(evaluation.updatedAt, locale),
    categories: CATEGORIES.map((category) => ({
      title: category.title,
      mean: roundScore(computeCategoryScore(evaluation, category)),
      isAssessed: category.criteria.some(({ key }) => evaluation[key] !== null),
    })),
  };
}
