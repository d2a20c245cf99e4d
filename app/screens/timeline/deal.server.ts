import { isInCharge, type Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { CATEGORIES, EVALUATION_FIELDS } from '~/models/evaluation/criteria';
import { named } from '~/models/field/values';
import { peopleIn } from '~/models/history/people.server';
import { pageOf } from '~/models/page';
import { getPipeline } from '~/models/pipeline/write.server';
import { fieldLabel } from '~/models/timeline/labels';
import {
  countPipelineHistory,
  evaluationVersionOf,
  listPipelineHistory,
  MAX_SCORED_CHANGES,
  MAX_SCORES,
  scoreHistory,
} from '~/models/timeline/list.server';
import { fullOwnerName } from '~/models/user/owners.server';
import { actorOf, changeView, shownValue, shownWith } from './change.server';

/**
 * A deal's timeline and scores; with the parameter `version` (a change's id), also the evaluation
 * as it was then. Throws 404.
 */
export async function pipelineHistoryView(
  viewer: Viewer,
  id: number,
  params: URLSearchParams,
  locale: Locale,
) {
  const deal = await getPipeline(viewer, id);
  const { pager, slice } = pageOf(params, await countPipelineHistory(id));
  const version = params.get('version');
  const [changes, scores, compared] = await Promise.all([
    listPipelineHistory(viewer, id, slice),
    scoreHistory(viewer, id),
    version ? versionView(viewer, id, version, locale) : undefined,
  ]);
  const shown = await shownWith(viewer, changes, locale);
  const now = { ...deal, ...named(deal.fields) };
  return {
    id,
    company: deal.companyName,
    owner: await fullOwnerName(deal.userId),
    mayHandOver: isInCharge(viewer, deal),
    pager,
    changes: changes.map((change) => changeView(change, shown, now)),
    scores: scores.map(({ at, score }) => ({
      time: at.getTime(),
      at: formatDate(at, locale),
      score,
    })),
    scoresNote: scoresNote(scores.length, pager.total),
    compared,
  };
}

function scoresNote(scores: number, changes: number): string | undefined {
  if (scores === MAX_SCORES) return `The latest ${MAX_SCORES} scores.`;
  if (changes <= MAX_SCORED_CHANGES) return undefined;
  return `The scores of the latest ${MAX_SCORED_CHANGES.toLocaleString('en')} changes.`;
}

async function versionView(viewer: Viewer, id: number, version: string, locale: Locale) {
  const { change, then, now } = await evaluationVersionOf(
    viewer,
    id,
    /^\d{1,15}$/.test(version) ? Number(version) : 0,
  );
  const rows = EVALUATION_FIELDS.map((field) => ({
    field,
    label: fieldLabel(field),
    then: shownValue(field, then[field] ?? null),
    now: shownValue(field, now[field]),
  }));
  return {
    id: change.id,
    at: formatDateTime(change.at, locale),
    who: actorOf(change, await peopleIn([change])),
    differs: rows.some((row) => row.then !== row.now),
    categories: CATEGORIES.map(({ title, criteria, notes }) => ({
      title,
      rows: rows.filter(
        ({ field }) => field === notes || criteria.some(({ key }) => key === field),
      ),
    })),
    mean: rows.find(({ field }) => field === 'overallScore')!,
  };
}
export type VersionView = Awaited<ReturnType<typeof versionView>>;
