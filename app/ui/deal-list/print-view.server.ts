import type { CustomField } from '#db/schema';
import { parseColumns } from '~/address/columns';
import { parseDealQuery } from '~/address/deal-query';
import type { Viewer } from '~/domain/access';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { countDeals } from '~/domain/deal/count.server';
import { getFollowUpDueSoon } from '~/domain/deal/follow-up';
import { listDealIds } from '~/domain/deal/list.server';
import { getTextCells } from '~/domain/deal/list-columns';
import { isUrgent } from '~/domain/deal/meeting-due';
import { getRoundLabel } from '~/domain/deal/offered-values';
import { preparePrintedDeal, type PrintedDeal } from '~/domain/deal/print.server';
import { type DealQuery } from '~/domain/deal/query';
import { SORT_LABELS } from '~/domain/deal/sort';
import { getDisplayName, getShortName } from '~/domain/person/names';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { getFirstWords, truncate } from '~/domain/text/text';
import { formatDate, formatDateTime } from '~/format/date';
import { formatMeetingDay } from '~/format/deal-field';
import { describeFollowUp } from '~/format/follow-up';
import type { Locale } from '~/format/locale';
import { formatNames } from '~/format/names';
import { loadActiveFilters } from './active-filters-view.server';
import { formatCells, listShownCustomFields } from './custom-field-cells.server';
import { MAX_SHOWN_WORDS } from './list-view.server';
import { getSortLabel } from './sort-options.server';

export const MAX_PRINTED_DEALS = 10_000;

const PRINT_LIMITS = {
  maxIntroductionCharacters: 600,
  maxNumbersCharacters: 1_200,
  maxIndustries: 10,
};

export async function loadPrintedList(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale.timeZone);
  const columns = await getShownColumns(viewer, parseColumns(params.get('columns')));
  const fields = await listShownCustomFields(columns);
  const customColumns = { fields, people: await listReferencedPeople(fields) };
  const customHeads = fields.map(({ key, name }) => ({
    column: toCustomFieldName(key),
    label: name,
  }));
  const head = { ...(await loadPrintHead(viewer, query, locale)), columns, customHeads };
  return { head, rows: streamPrintRows(viewer, query, locale, customColumns) };
}

async function loadPrintHead(viewer: Viewer, query: DealQuery, locale: Locale) {
  const [total, filters] = await Promise.all([
    countDeals(viewer, query),
    loadActiveFilters(viewer, query),
  ]);
  return {
    total,
    printed: Math.min(total, MAX_PRINTED_DEALS),
    filters: filters.map(({ label, value }) => `${label}: ${value}`),
    order: (await getSortLabel(query.sort)) ?? SORT_LABELS.newest,
    at: formatDateTime(new Date(), locale),
    by: getDisplayName(viewer),
  };
}
export type PrintHead = Awaited<ReturnType<typeof loadPrintHead>>;

async function* streamPrintRows(
  viewer: Viewer,
  query: DealQuery,
  locale: Locale,
  { fields, people }: { fields: CustomField[]; people: Person[] },
): AsyncGenerator<PrintRow> {
  const findDeal = preparePrintedDeal(viewer, fields, PRINT_LIMITS);
  const page = { limit: MAX_PRINTED_DEALS, offset: 0 };
  for (const id of await listDealIds(viewer, query, { page })) {
    const deal = await findDeal(id);
    if (!deal) continue;
    yield {
      ...toPrintRow(deal, locale),
      customCells: formatCells(fields, deal.customValues, people, locale),
    };
  }
}

function toPrintRow(deal: PrintedDeal, locale: Locale) {
  const { introduction, numbers } = deal;
  return {
    updated: formatDate(deal.updatedAt, locale),
    company: deal.companyName,
    ceo: deal.ceoName,
    urgent: isUrgent(deal),
    owner: getShortName(deal.owner),
    stage: deal.stage,
    industries: formatNames(deal.industries, deal.industryCount),
    round: deal.fundingRound && getRoundLabel(deal.fundingRound),
    ...getTextCells(deal),
    introduction: introduction && truncate(introduction, PRINT_LIMITS.maxIntroductionCharacters),
    numbers: numbers && getFirstWords(numbers, MAX_SHOWN_WORDS),
    score: deal.evaluationScore,
    meeting: deal.nextMeetingDate,
    meetingDay: formatMeetingDay(deal, locale),
    due: describeFollowUp(getFollowUpDueSoon(deal, locale.timeZone)),
  };
}

export type PrintRow = ReturnType<typeof toPrintRow> & { customCells: string[] };
