import type { Evaluation } from '#db/schema';
import type { Viewer } from '~/models/access';
import { CRITERIA, NOTES } from './criteria';
import { type Locale, formatDateTime } from '~/models/dates';
import {
  EVALUATION_LABELS,
  evaluationVersion,
  formValues,
  type NotesTexts,
  type Scores,
} from './score';
import { findEvaluation } from './write.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import { getPipeline } from '~/models/pipeline/write.server';

/** Data of the evaluation screen. Throws 404 if the deal is not visible. */
export async function evaluationView(viewer: Viewer, id: number, locale: Locale) {
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
  } = await getPipeline(viewer, id);
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
    },
    stored: {
      fields: Object.fromEntries(
        [...CRITERIA.map(({ key }) => key), ...NOTES].map((key) => [
          key,
          evaluation?.[key] ?? null,
        ]),
      ) as Scores & NotesTexts,
      version: evaluationVersion(evaluation),
      savedAt: evaluation && formatDateTime(evaluation.updatedAt, locale),
    },
  };
}
export type EvaluationView = Awaited<ReturnType<typeof evaluationView>>;

/** A field with different values in the form and in the database. */
export interface EvaluationClash {
  label: string;
  mine: string;
  theirs: string;
}

const FIELDS = Object.entries(EVALUATION_LABELS).map(([key, label]) => ({
  key: key as keyof typeof EVALUATION_LABELS,
  label,
}));

/** The form's fields that differ from the stored ones. */
export function evaluationClashes(
  typed: Scores & NotesTexts,
  stored: Evaluation | undefined,
): EvaluationClash[] {
  const [mine, theirs] = [formValues(typed), formValues(stored ?? {})];
  return FIELDS.filter(({ key }) => key in typed)
    .map(({ key, label }) => ({ label, mine: mine[key] ?? '', theirs: theirs[key] ?? '' }))
    .filter((clash) => clash.mine !== clash.theirs);
}
