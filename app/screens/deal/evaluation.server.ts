import { isInCharge, type Viewer } from '~/models/access';
import { CRITERIA, NOTES } from '~/models/evaluation/criteria';
import { formatDateTime, type Locale } from '~/models/dates';
import { latestChange } from '~/models/history/since.server';
import { evaluationVersion, type NotesTexts, type Scores } from '~/models/evaluation/score';
import { findEvaluation, nextToEvaluate } from '~/models/evaluation/write.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { getPipeline, type SeenDeal } from '~/models/pipeline/write.server';
import { pick } from '~/models/record';
import { fullOwnerName } from '~/models/user/owners.server';

/** Data of the evaluation screen. Throws 404 if the deal is not visible. */
export async function evaluationView(viewer: Viewer, id: number, locale: Locale) {
  const pipeline = await getPipeline(viewer, id);
  const evaluation = await findEvaluation(viewer, id);
  return {
    deal: await dealView(viewer, pipeline),
    next: await nextToEvaluate(viewer, pipeline),
    stored: {
      fields: Object.fromEntries(
        [...CRITERIA.map(({ key }) => key), ...NOTES].map((key) => [
          key,
          evaluation?.[key] ?? null,
        ]),
      ) as Scores & NotesTexts,
      version: evaluationVersion(evaluation),
      opened: await latestChange('evaluation', id),
      savedAt: evaluation && formatDateTime(evaluation.updatedAt, locale),
    },
  };
}
export type EvaluationView = Awaited<ReturnType<typeof evaluationView>>;

async function dealView(viewer: Viewer, pipeline: SeenDeal) {
  const { fundingRound, evaluationScore } = pipeline;
  return {
    ...pick(pipeline, SHOWN_FIELDS),
    round: fundingRound && roundLabel(fundingRound),
    urgent: isUrgent(pipeline),
    score: evaluationScore,
    owner: await fullOwnerName(pipeline.userId),
    mayHandOver: isInCharge(viewer, pipeline),
  };
}

const SHOWN_FIELDS = [
  'id',
  'companyName',
  'targetFundingSize',
  'industries',
  'businessIntroduction',
  'keyBusinessNumbers',
  'comments',
] as const;
