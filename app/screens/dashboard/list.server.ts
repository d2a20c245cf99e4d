import { isInCharge, isStaff, type Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { pageOf } from '~/models/page';
import { firstWords, shortName } from '~/models/text';
import { adminStats } from '~/models/user/list.server';
import { listOwners, ownerOption, searchOwners } from '~/models/user/owners.server';
import { shownColumns } from '~/models/view/columns.server';
import { viewTabs } from '~/models/view/list.server';
import { type Column, hasColumn } from '~/models/pipeline/columns';
import { detailsView } from '~/screens/deal/details.server';
import { dueSoon, type FollowUp, meetingDay } from '~/models/pipeline/texts';
import {
  countPipelines,
  dashboardFigures,
  offeredIndustries,
} from '~/models/pipeline/figures.server';
import { listHandOvers } from '~/models/pipeline/hand-over.server';
import { listPipelineRows, type PipelineRow } from '~/models/pipeline/list.server';
import { currentLists } from '~/models/lists/list.server';
import { isUrgent, roundLabel } from '~/models/pipeline/options';
import {
  ADMIN_SORTS,
  DASHBOARD_SORTS,
  type PipelineQuery,
  readPipelineQuery,
  type Sort,
} from '~/models/pipeline/query';
import { filtersView } from './filters.server';
import { offeredFilters } from './offered.server';
import { ownColumns } from './own.server';

/** Data of the dashboard and the admin's list: only what is shown, formatted as strings. */

export const SHOWN_WORDS = 15;
/** With more owners, a search box replaces the select, and the dialog has one. */
const MAX_CHOICES = 200;
/** Rule 4.5. */
const ALSO_FOR_STAFF = 'CB';

function rowView(viewer: Viewer, row: PipelineRow, locale: Locale) {
  return {
    id: row.id,
    company: row.companyName,
    ceo: row.ceoName ?? undefined,
    owner: shortName(row.owner),
    colleagues: row.colleagues || undefined,
    isOthers: !isInCharge(viewer, row) || undefined,
    stage: row.stage,
    industries: row.firstIndustries,
    moreIndustries: row.industryCount - row.firstIndustries.length || undefined,
    round: row.fundingRound ? roundLabel(row.fundingRound) : undefined,
    size: row.targetFundingSize ?? undefined,
    introduction: row.businessIntroduction ?? undefined,
    numbers: row.keyBusinessNumbers ? firstWords(row.keyBusinessNumbers, SHOWN_WORDS) : undefined,
    score: row.evaluationScore,
    meeting: row.nextMeetingDate ?? undefined,
    meetingDay: meetingDay(row, locale),
    due: shownDue(dueSoon(row, locale)),
    urgent: isUrgent(row) || undefined,
    updated: formatDate(row.updatedAt, locale),
    updatedAt: formatDateTime(row.updatedAt, locale),
  };
}

function shownDue(due: FollowUp | undefined) {
  return due && { text: due.text, isOverdue: due.isOverdue || undefined };
}
export type RowView = ReturnType<typeof rowView> & { own?: string[] };

/** A row without what no column shows. */
function shownRow(row: RowView, columns: readonly string[] | undefined): RowView {
  const shown = { ...row };
  const isHidden = (column: Column) => !hasColumn(columns, column);
  if (isHidden('updated')) Object.assign(shown, { updated: '', updatedAt: '' });
  if (isHidden('owner')) shown.owner = '';
  if (isHidden('stage')) shown.stage = '';
  if (isHidden('industry')) Object.assign(shown, { industries: [], moreIndustries: undefined });
  if (isHidden('round')) delete shown.round;
  if (isHidden('size')) delete shown.size;
  if (isHidden('info')) Object.assign(shown, { introduction: undefined, numbers: undefined });
  if (isHidden('meeting'))
    Object.assign(shown, { meeting: undefined, meetingDay: undefined, due: undefined });
  return shown;
}

async function readList(
  viewer: Viewer,
  query: PipelineQuery,
  params: URLSearchParams,
  locale: Locale,
  total: number,
  sorts: readonly Sort[],
) {
  const { pager, slice } = pageOf(params, total);
  const [rows, details, columns] = await Promise.all([
    listPipelineRows(viewer, query, slice),
    detailsView(viewer, params.get('details'), { query, slice, total }, locale),
    shownColumns(viewer, params),
  ]);
  const own = await ownColumns(
    rows.map(({ id }) => id),
    columns,
    locale,
  );
  const shown = rows.map((row) => ({
    ...shownRow(rowView(viewer, row, locale), columns),
    own: own?.cells.get(row.id),
  }));
  return {
    list: { rows: shown, ownHeads: own?.heads, ...pager },
    details,
    columns,
    offered: await offeredFilters(query, sorts),
  };
}

export async function dashboardView(viewer: Viewer, url: URL, locale: Locale) {
  const { searchParams } = url;
  const query = readPipelineQuery(searchParams, locale);
  const { listed, ...figures } = await dashboardFigures(viewer, query);
  const [handOvers, list, industries, filters, owners, views] = await Promise.all([
    listHandOvers(viewer),
    readList(viewer, query, searchParams, locale, listed, DASHBOARD_SORTS),
    industriesView(viewer),
    filtersView(viewer, query),
    ownersView(viewer, searchParams.get('owners')),
    viewTabs(viewer, '/dashboard', searchParams),
  ]);
  return {
    handOvers,
    views,
    query,
    ...figures,
    ...list,
    industries,
    filters,
    withGroup: isStaff(viewer),
    owners,
  };
}
export type DashboardView = Awaited<ReturnType<typeof dashboardView>>;

export async function industriesView(viewer: Viewer, ...also: string[]) {
  const names = (await currentLists()).names('industries');
  return offeredIndustries(viewer, [...new Set([...names, ...also])]);
}

/** Data of the owners dialog: the first that match the search; undefined if it is not open. */
async function ownersView(viewer: Viewer, typed: string | null) {
  if (typed === null) return undefined;
  const search = typed.trim();
  const owners = await searchOwners(viewer, search, MAX_CHOICES + 1);
  return { search, list: owners.slice(0, MAX_CHOICES), hasMore: owners.length > MAX_CHOICES };
}
export type OwnersView = NonNullable<Awaited<ReturnType<typeof ownersView>>>;

export async function pipelinesView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = readPipelineQuery(params, locale);
  const [figures, total, filters] = await Promise.all([
    adminStats(viewer),
    countPipelines(viewer, query),
    filtersView(viewer, query, 'User'),
  ]);
  const [list, industries, owners, views] = await Promise.all([
    readList(viewer, query, params, locale, total, ADMIN_SORTS),
    industriesView(viewer, ALSO_FOR_STAFF),
    figures.users <= MAX_CHOICES ? listOwners(viewer) : undefined,
    viewTabs(viewer, '/admin/pipelines', params),
  ]);
  return {
    figures,
    views,
    query,
    ...list,
    industries,
    filters,
    owners: owners?.map(ownerOption),
  };
}
