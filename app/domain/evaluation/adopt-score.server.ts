import type { Viewer } from '~/domain/access';
import { type ScoreChange, updateDeal } from '~/domain/deal/update.server';
import { roundScore } from '~/domain/score/score';
import { outdated } from '~/errors';
import { getEvaluation } from './get.server';
import { computeHeaderScore, getEvaluationVersion } from './score';
import { SAVED_MEANWHILE } from './update.server';

/**
 * 'Use as deal score' (rule 6.10): stores the header's score as the deal's. Throws 404 if there is
 * no evaluation, and 412 if `version` or `seenScore` (see `updatePipeline`) is outdated.
 */
export async function adoptHeaderScore(
  viewer: Viewer,
  pipelineId: number,
  version?: number,
  change: ScoreChange = {},
): Promise<void> {
  const evaluation = await getEvaluation(viewer, pipelineId);
  if (version !== undefined && version !== getEvaluationVersion(evaluation))
    throw outdated(SAVED_MEANWHILE);
  await updateDeal(
    viewer,
    pipelineId,
    { evaluationScore: roundScore(computeHeaderScore(evaluation)) },
    undefined,
    change,
  );
}
