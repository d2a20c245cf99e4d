import { and, eq, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type CustomField, customFieldValues, deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listReferencedPeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { formatDate, formatDateTime } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { stageNameColumn } from '~/domain/deal/columns.server';
import { countDeals } from '~/domain/deal/count.server';
import { getFollowUpDueSoon } from '~/domain/deal/follow-up';
import { formatMeetingDay } from '~/domain/deal/format';
import { listDealIds } from '~/domain/deal/list.server';
import { isUrgent } from '~/domain/deal/meeting-due';
import { getRoundLabel } from '~/domain/deal/offered-values';
import { type DealQuery, parseDealQuery } from '~/domain/deal/query';
import { SORT_LABELS } from '~/domain/deal/sort';
import { getShownColumns } from '~/domain/saved-view/columns.server';
import { formatNames, getFirstWords, truncate } from '~/domain/text/text';
import { getDisplayName, getShortName } from '~/domain/user/names';
import { visibleTo } from '~/domain/visibility.server';
import { loadActiveFilters } from './active-filters-view.server';
import { cellTexts, selectShownValues } from './custom-field-cells.server';
import { MAX_SHOWN_WORDS } from './list-view.server';
import { getSortLabel } from './sort-options.server';

/** Fills some 1,000 pages. */
export const MAX_PRINTED_DEALS = 10_000;
/** In characters. */
const MAX_INTRODUCTION_CHARACTERS = 600;
const NUMBERS = 1_200;
const MAX_INDUSTRIES = 10;

/** Returns rows that are read while they are iterated. */
export async function loadPrintedList(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const query = parseDealQuery(params, locale);
  const columns = await getShownColumns(viewer, params);
  const fields = (await listActiveCustomFields()).filter(({ key }) =>
    columns?.includes(toCustomFieldName(key)),
  );
  const own = { fields, people: await listReferencedPeople(fields) };
  const labels = fields.map(({ name }) => name);
  const head = { ...(await loadPrintHead(viewer, query, locale)), columns, own: labels };
  return { head, rows: streamPrintRows(viewer, query, locale, own) };
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

/** Reads rows lazily, up to `MAX_PRINTED_DEALS`. */
async function* streamPrintRows(
  viewer: Viewer,
  query: DealQuery,
  locale: Locale,
  { fields, people }: { fields: CustomField[]; people: Person[] },
): AsyncGenerator<PrintRow> {
  const find = dealFinder(viewer, fields);
  for (const id of await listDealIds(viewer, query, {
    page: { limit: MAX_PRINTED_DEALS, offset: 0 },
  })) {
    const deal = await find(id);
    if (!deal) continue;
    yield { ...toPrintRow(deal, locale), own: cellTexts(fields, deal.own, people, locale) };
  }
}

const { industries, businessIntroduction, keyBusinessNumbers } = deals;

/** Reads only printed columns: a deal may have 200 KB of texts. */
function dealFinder(viewer: Viewer, fields: CustomField[]) {
  const query = db
    .select({
      updatedAt: deals.updatedAt,
      companyName: deals.companyName,
      ceoName: deals.ceoName,
      owner: { email: users.email, firstName: users.firstName },
      stage: stageNameColumn,
      industries: sql<string>`(select json_group_array(value)
        from (select value from json_each(${industries}) limit ${MAX_INDUSTRIES}))`,
      industryCount: sql<number>`json_array_length(${industries})`,
      fundingRound: deals.fundingRound,
      targetFundingSize: deals.targetFundingSize,
      introduction: sql<
        string | null
      >`substr(${businessIntroduction}, 1, ${MAX_INTRODUCTION_CHARACTERS})`,
      numbers: sql<string | null>`substr(${keyBusinessNumbers}, 1, ${NUMBERS})`,
      evaluationScore: deals.evaluationScore,
      nextMeetingDate: deals.nextMeetingDate,
      meetingDays: deals.meetingDays,
      meetingDueAt: deals.meetingDueAt,
      own: fields.length ? selectShownValues(fields) : sql<string>`'{}'`,
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .leftJoin(customFieldValues, eq(customFieldValues.pipelineId, deals.id))
    .where(and(eq(deals.id, sql.placeholder('id')), visibleTo(viewer)))
    .prepare();
  return async (id: number) => (await query.execute({ id }))[0];
}
type PrintedDeal = NonNullable<Awaited<ReturnType<ReturnType<typeof dealFinder>>>>;

function toPrintRow(deal: PrintedDeal, locale: Locale) {
  const { introduction, numbers } = deal;
  return {
    updated: formatDate(deal.updatedAt, locale),
    company: deal.companyName,
    ceo: deal.ceoName,
    urgent: isUrgent(deal),
    owner: getShortName(deal.owner),
    stage: deal.stage,
    industries: formatNames(JSON.parse(deal.industries) as string[], deal.industryCount),
    round: deal.fundingRound && getRoundLabel(deal.fundingRound),
    size: deal.targetFundingSize,
    introduction: introduction && truncate(introduction, MAX_INTRODUCTION_CHARACTERS),
    numbers: numbers && getFirstWords(numbers, MAX_SHOWN_WORDS),
    score: deal.evaluationScore,
    meeting: deal.nextMeetingDate,
    meetingDay: formatMeetingDay(deal, locale),
    due: getFollowUpDueSoon(deal, locale),
  };
}

export type PrintRow = ReturnType<typeof toPrintRow> & { own: string[] };
