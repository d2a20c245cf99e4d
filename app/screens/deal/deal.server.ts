import type { Evaluation } from '#db/schema';
import type { Viewer } from '~/models/access';
import { type Locale, formatDateTime } from '~/models/dates';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { assessedCount, categoryScore, headerScore } from '~/models/evaluation/score';
import { findEvaluation } from '~/models/evaluation/write.server';
import { latestChangesView } from '~/screens/timeline/latest.server';
import { fieldText } from '~/models/pipeline/texts';
import { dealFacts } from './details.server';
import { splittableView } from './merge.server';
import { wayView } from './way.server';
import { DETAILS_SECTIONS, PIPELINE_FIELDS } from '~/models/pipeline/fields';
import { isUrgent } from '~/models/pipeline/options';
import { roundScore } from '~/models/score';
import type { SeenDeal } from '~/models/pipeline/write.server';

/** The changes that the deal's page shows of its history. */
const LATEST = 5;

const NEXT_MEETING = PIPELINE_FIELDS.find(({ key }) => key === 'nextMeetingDate')!;
/** The score and the next meeting have places of their own on the page. */
const SECTIONS = DETAILS_SECTIONS.filter((title) => title !== 'Evaluation Score');

/** Data of a deal's page. */
export async function dealView(viewer: Viewer, pipeline: SeenDeal, locale: Locale) {
  const [{ sections, ...facts }, evaluation, changes, way, merges] = await Promise.all([
    dealFacts(viewer, pipeline, locale, SECTIONS),
    findEvaluation(viewer, pipeline.id),
    latestChangesView(viewer, pipeline.id, locale, LATEST),
    wayView(viewer, pipeline, locale),
    splittableView(viewer, pipeline, locale),
  ]);
  return {
    ...facts,
    ...way,
    ...merges,
    sections: sections.map(({ title, facts }) => ({
      title,
      facts: facts.filter(({ key }) => key !== NEXT_MEETING.key),
    })),
    urgent: isUrgent(pipeline),
    meeting: fieldText(NEXT_MEETING, pipeline, locale) as string | null,
    evaluation: evaluation && evaluationSummary(evaluation, locale),
    changes,
  };
}
export type DealView = Awaited<ReturnType<typeof dealView>>;

function evaluationSummary(evaluation: Evaluation, locale: Locale) {
  return {
    overall: roundScore(headerScore(evaluation)),
    assessed: assessedCount(evaluation),
    criteria: CRITERIA.length,
    saved: formatDateTime(evaluation.updatedAt, locale),
    categories: CATEGORIES.map((category) => ({
      title: category.title,
      mean: roundScore(categoryScore(evaluation, category)),
      isAssessed: category.criteria.some(({ key }) => evaluation[key] !== null),
    })),
  };
}
