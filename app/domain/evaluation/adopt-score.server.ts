import type { Viewer } from '~/domain/access';
import { type ScoreChange, updateDeal } from '~/domain/deal/update.server';
import { roundScore } from '~/domain/score/score';
import { outdated } from '~/errors';
import { getEvaluation } from './get.server';
import { computeHeaderScore, getEvaluationVersion } from './score';
import { SAVED_MEANWHILE } from './update.server';

/**
 * Stores the header's score as the deal's score (rule 6.10). Throws 404 without an evaluation, and
 * 412 if `version` or `seenScore` (see `updateDeal`) is outdated.
 */
export async function adoptHeaderScore(
  viewer: Viewer,
  dealId: number,
  { version, ...scoreChange }: { version?: number } & ScoreChange = {},
): Promise<void> {
  const evaluation = await getEvaluation(viewer, dealId);
  if (version !== undefined && version !== getEvaluationVersion(evaluation))
    throw outdated(SAVED_MEANWHILE);
  const evaluationScore = roundScore(computeHeaderScore(evaluation));
  await updateDeal(viewer, dealId, { evaluationScore }, scoreChange);
}
