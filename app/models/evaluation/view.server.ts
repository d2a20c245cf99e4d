import { mayHandOver, type Viewer } from '~/models/access';
import { CRITERIA, NOTES } from './criteria';
import { type Locale, formatDateTime } from '~/models/dates';
import { latestChange } from '~/models/history/since.server';
import { evaluationVersion, type NotesTexts, type Scores } from './score';
import { nextToEvaluate } from './next.server';
import { findEvaluation } from './write.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { getPipeline } from '~/models/pipeline/write.server';
import { fullOwnerName } from '~/models/user/owners.server';

/** Data of the evaluation screen. Throws 404 if the deal is not visible. */
export async function evaluationView(viewer: Viewer, id: number, locale: Locale) {
  const pipeline = await getPipeline(viewer, id);
  const {
    companyName,
    fundingRound,
    targetFundingSize,
    industries,
    nextMeetingDate,
    evaluationScore,
    businessIntroduction,
    keyBusinessNumbers,
    comments,
  } = pipeline;
  const evaluation = await findEvaluation(viewer, id);
  return {
    deal: {
      id,
      companyName,
      round: fundingRound && roundLabel(fundingRound),
      targetFundingSize,
      industries,
      urgent: isUrgent({ nextMeetingDate }),
      score: evaluationScore,
      businessIntroduction,
      keyBusinessNumbers,
      comments,
      owner: await fullOwnerName(pipeline.userId),
      mayHandOver: mayHandOver(viewer, pipeline),
    },
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
