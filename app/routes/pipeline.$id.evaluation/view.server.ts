import { canManageDeal, type Viewer } from '~/domain/access';
import { getEditableDeal, type ReadableDeal } from '~/domain/deal/get.server';
import { isUrgent } from '~/domain/deal/meeting-due';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { CRITERION_KEYS, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { findNextToEvaluate } from '~/domain/evaluation/find-next.server';
import { findEvaluation } from '~/domain/evaluation/get.server';
import {
  type CriterionScores,
  type EvaluationNotes,
  getEvaluationVersion,
} from '~/domain/evaluation/score';
import { findLatestChangeId } from '~/domain/history/field-changes.server';
import { pick } from '~/domain/record';
import { getOwnerName } from '~/domain/user/owners.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadEvaluationView(viewer: Viewer, id: number, locale: Locale) {
  const deal = await getEditableDeal(viewer, id);
  const evaluation = await findEvaluation(viewer, id);
  return {
    deal: await toDealView(viewer, deal),
    next: await findNextToEvaluate(viewer, deal),
    stored: {
      fields: Object.fromEntries(
        [...CRITERION_KEYS, ...NOTES_KEYS].map((key) => [key, evaluation?.[key] ?? null]),
      ) as CriterionScores & EvaluationNotes,
      version: getEvaluationVersion(evaluation),
      opened: await findLatestChangeId('evaluation', id),
      savedAt: evaluation && formatDateTime(evaluation.updatedAt, locale),
    },
  };
}
export type EvaluationView = Awaited<ReturnType<typeof loadEvaluationView>>;

async function toDealView(viewer: Viewer, deal: ReadableDeal) {
  const { fundingRound, evaluationScore } = deal;
  return {
    ...pick(deal, SHOWN_FIELDS),
    round: fundingRound && getFundingRoundLabel(fundingRound),
    urgent: isUrgent(deal),
    score: evaluationScore,
    owner: await getOwnerName(deal.userId),
    canTransfer: canManageDeal(viewer, deal),
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
