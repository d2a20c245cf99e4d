import { parseColumns } from '~/address/columns';
import { paginate, parsePage } from '~/address/page';
import { canManageDeal, type Viewer } from '~/domain/access';
import { listOfferedIndustries } from '~/domain/deal/count-industries.server';
import { CELL_PARAM } from '~/domain/deal/editable-cells';
import { getFollowUpDueSoon } from '~/domain/deal/follow-up';
import { type DealRow, listDealRows } from '~/domain/deal/list.server';
import {
  getTextCells,
  isColumnShown,
  type ListColumn,
  TEXT_COLUMNS,
} from '~/domain/deal/list-columns';
import { isUrgent } from '~/domain/deal/meeting-due';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import type { DealQuery } from '~/domain/deal/query';
import type { Sort } from '~/domain/deal/sort';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getShortName } from '~/domain/person/names';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { formatNames, getFirstWords } from '~/domain/text/text';
import { formatDate, formatDateTime } from '~/format/date';
import { formatMeetingDay } from '~/format/deal-field';
import { describeFollowUp } from '~/format/follow-up';
import type { Locale } from '~/format/locale';
import { loadCellView } from './cell-view.server';
import { loadCustomFieldCells } from './custom-field-cells.server';
import { loadDetailsView } from './details-view.server';
import { loadFilterOptions } from './filter-options.server';

export const MAX_SHOWN_WORDS = 15;

function toRowView(viewer: Viewer, row: DealRow, locale: Locale) {
  return {
    id: row.id,
    version: row.version,
    company: row.companyName,
    ceo: row.ceoName ?? undefined,
    owner: getShortName(row.owner),
    collaborators: formatNames(row.colleagues, row.colleagueCount) || undefined,
    isReadOnly: !canManageDeal(viewer, row) || undefined,
    stage: row.stage,
    industries: row.firstIndustries,
    moreIndustries: row.industryCount - row.firstIndustries.length || undefined,
    round: row.fundingRound ? getFundingRoundLabel(row.fundingRound) : undefined,
    ...getTextCells(row),
    introduction: row.businessIntroduction ?? undefined,
    numbers: row.keyBusinessNumbers
      ? getFirstWords(row.keyBusinessNumbers, MAX_SHOWN_WORDS)
      : undefined,
    score: row.evaluationScore,
    meeting: row.nextMeetingDate ?? undefined,
    meetingDay: formatMeetingDay(row, locale),
    due: toDueView(row, locale),
    urgent: isUrgent(row) || undefined,
    updated: formatDate(row.updatedAt, locale),
    updatedAt: formatDateTime(row.updatedAt, locale),
  };
}

function toDueView(row: DealRow, { timeZone }: Locale) {
  const due = describeFollowUp(getFollowUpDueSoon(row, timeZone));
  return due && { ...due, isOverdue: due.isOverdue || undefined };
}

export type RowView = ReturnType<typeof toRowView> & { customCells?: string[] };

function hideUnusedCells(row: RowView, columns: readonly string[] | undefined): RowView {
  const shown = { ...row };
  const isHidden = (column: ListColumn) => !isColumnShown(columns, column);
  if (isHidden('updated')) Object.assign(shown, { updated: '', updatedAt: '' });
  if (isHidden('owner')) shown.owner = '';
  if (isHidden('stage')) shown.stage = '';
  if (isHidden('industry')) Object.assign(shown, { industries: [], moreIndustries: undefined });
  if (isHidden('round')) delete shown.round;
  for (const { key } of TEXT_COLUMNS) if (isHidden(key)) delete shown[key];
  if (isHidden('info')) Object.assign(shown, { introduction: undefined, numbers: undefined });
  if (isHidden('meeting'))
    Object.assign(shown, { meeting: undefined, meetingDay: undefined, due: undefined });
  return shown;
}

interface ListOptions {
  params: URLSearchParams;
  locale: Locale;
  total: number;
  sorts: readonly Sort[];
}

export async function loadList(viewer: Viewer, query: DealQuery, options: ListOptions) {
  const { params, locale, total, sorts } = options;
  const { pager, slice } = paginate(parsePage(params), total);
  const [rows, details, columns] = await Promise.all([
    listDealRows(viewer, query, slice),
    loadDetailsView(viewer, params.get('details'), { query, slice, total }, locale),
    getShownColumns(viewer, parseColumns(params.get('columns'))),
  ]);
  const custom = await loadCustomFieldCells(
    rows.map(({ id }) => id),
    columns,
    locale,
  );
  const shown = rows.map((row) => ({
    ...hideUnusedCells(toRowView(viewer, row, locale), columns),
    customCells: custom?.cells.get(row.id),
  }));
  return {
    list: {
      rows: shown,
      cell: await loadCellView(viewer, params.get(CELL_PARAM), rows, locale),
      customHeads: custom?.heads,
      ...pager,
    },
    details,
    columns,
    offered: await loadFilterOptions(query, sorts),
  };
}

export async function loadIndustriesView(viewer: Viewer, ...extraNames: string[]) {
  const names = (await getOptionLists()).listActiveNames('industries');
  return listOfferedIndustries(viewer, [...new Set([...names, ...extraNames])]);
}
