import type { LoaderFunctionArgs } from '@remix-run/node';
import { paginate, parsePage } from '~/address/page';
import { canManageDeal, type Viewer } from '~/domain/access';
import { flattenCustomFieldValues } from '~/domain/custom-field/names';
import { getDeal } from '~/domain/deal/get.server';
import { CATEGORIES, EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import { formatNumber } from '~/domain/text/text';
import { countDealHistory, listDealHistory } from '~/domain/timeline/deal-history.server';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { listScores, MAX_SCORES, MAX_SEARCHED_CHANGES } from '~/domain/timeline/list-scores.server';
import { getPastEvaluation } from '~/domain/timeline/past-evaluation.server';
import { findPeopleInChanges } from '~/domain/timeline/people.server';
import { getOwnerName } from '~/domain/user/owners.server';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getActor, loadChangeContext, toChangeView } from '~/ui/history/change-view.server';
import { formatValue } from '~/ui/history/format-value.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadDealHistoryView(
    viewer,
    parseId(params.id),
    new URL(request.url).searchParams,
    readLocale(request),
  );
}

export async function loadDealHistoryView(
  viewer: Viewer,
  id: number,
  params: URLSearchParams,
  locale: Locale,
) {
  const deal = await getDeal(viewer, id);
  const { pager, slice } = paginate(parsePage(params), await countDealHistory(id));
  const version = params.get('version');
  const [changes, scores, compared] = await Promise.all([
    listDealHistory(viewer, id, slice),
    listScores(viewer, id),
    version ? loadVersionView(viewer, id, version, locale) : undefined,
  ]);
  const context = await loadChangeContext(viewer, changes, locale);
  const now = { ...deal, ...flattenCustomFieldValues(deal.fields) };
  return {
    id,
    company: deal.companyName,
    owner: await getOwnerName(deal.userId),
    canTransfer: canManageDeal(viewer, deal),
    canEdit: deal.canEdit,
    pager,
    changes: changes.map((change) => toChangeView(change, context, now)),
    scores: scores.map(({ at, score }) => ({
      time: at.getTime(),
      at: formatDate(at, locale),
      score,
    })),
    scoresNote: describeShownScores(scores.length, pager.total),
    compared,
  };
}

function describeShownScores(scores: number, changes: number): string | undefined {
  if (scores === MAX_SCORES) return `The latest ${MAX_SCORES} scores.`;
  if (changes <= MAX_SEARCHED_CHANGES) return undefined;
  return `The scores of the latest ${formatNumber(MAX_SEARCHED_CHANGES)} changes.`;
}

async function loadVersionView(viewer: Viewer, id: number, version: string, locale: Locale) {
  const { change, then, now } = await getPastEvaluation(
    viewer,
    id,
    /^\d{1,15}$/.test(version) ? Number(version) : 0,
  );
  const rows = EVALUATION_FIELDS.map((field) => ({
    field,
    label: getHistoryFieldLabel(field),
    then: formatValue(field, then[field] ?? null),
    now: formatValue(field, now[field]),
  }));
  return {
    id: change.id,
    at: formatDateTime(change.at, locale),
    who: getActor(change, await findPeopleInChanges([change])),
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

export type VersionView = Awaited<ReturnType<typeof loadVersionView>>;
