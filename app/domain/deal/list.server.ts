import { and, asc, type Column, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import {
  collaborators,
  customFieldValues,
  deals,
  firstIndustry,
  lastActivityAt,
  listOptions,
  users,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { Page } from '~/domain/pagination';
import { pick } from '~/domain/record';
import { isWithinTimeLimit, searchIds } from '~/domain/search/search-texts.server';
import { sortByIds } from '~/domain/sort-by-ids';
import { stageNameColumn } from './columns.server';
import { listDealsByIds } from './details.server';
import { buildDealCacheKey, buildDealFilter, isLimitedToOneOwner } from './filter.server';
import { areCustomFieldsLarge, orderByCustomField } from './filter-by-custom-field.server';
import { TEXT_COLUMN_FIELDS } from './list-columns';
import type { DealQuery } from './query';
import { type Sort, SORTS } from './sort';

const newestFirst = [desc(deals.createdAt), desc(deals.id)];

const firstIndustryColumn = firstIndustry(deals);

const { targetFundingAmount: amount, targetFundingCurrency: currency } = deals;

const nullsLast = (value: Column | SQL) => sql`${value} asc nulls last`;

/** Rules 4.9 to 4.13, 4.24 and 4.29. Missing values come last, missing scores lowest. */
const SORT_ORDERS: Record<Sort, SQL[]> = {
  newest: newestFirst,
  oldest: [asc(deals.createdAt), asc(deals.id)],
  user_asc: [asc(users.sortName), ...newestFirst],
  user_desc: [desc(users.sortName), ...newestFirst],
  meeting_asc: [nullsLast(deals.meetingDueAt), ...newestFirst],
  meeting_desc: [desc(deals.meetingDueAt), ...newestFirst],
  score_asc: [asc(deals.evaluationScore), ...newestFirst],
  score_desc: [desc(deals.evaluationScore), ...newestFirst],
  industry_asc: [nullsLast(firstIndustryColumn), ...newestFirst],
  industry_desc: [desc(firstIndustryColumn), ...newestFirst],
  round_asc: [nullsLast(deals.roundRank), ...newestFirst],
  round_desc: [desc(deals.roundRank), ...newestFirst],
  updated_asc: [asc(deals.updatedAt), asc(deals.id)],
  updated_desc: [desc(deals.updatedAt), desc(deals.id)],
  active_asc: [asc(lastActivityAt(deals)), asc(deals.id)],
  active_desc: [desc(lastActivityAt(deals)), desc(deals.id)],
  noted_desc: [desc(deals.notedAt), desc(deals.id)],
  in_stage_desc: [asc(deals.stageSince), asc(deals.id)],
  look_again_asc: [nullsLast(deals.lookAgainOn), asc(deals.id)],
  due_asc: [nullsLast(deals.meetingDueAt), ...newestFirst],
  due_desc: [desc(deals.meetingDueAt), ...newestFirst],
  size_asc: [nullsLast(currency), asc(amount), ...newestFirst],
  size_desc: [nullsLast(currency), desc(amount), ...newestFirst],
  stage_asc: [asc(listOptions.position), asc(listOptions.id), ...newestFirst],
  stage_desc: [desc(listOptions.position), desc(listOptions.id), ...newestFirst],
};

function resolveSort(query: DealQuery): Sort {
  const sort = SORTS.find((known) => known === query.sort) ?? 'newest';
  return sort.startsWith('user_') && isLimitedToOneOwner(query) ? 'newest' : sort;
}

/** Custom fields are sorted by `orderByCustomField`. */
export function getSortOrder(query: DealQuery): SQL[] {
  return SORT_ORDERS[resolveSort(query)];
}

const MAX_INTRODUCTION_LENGTH = 320;

const MAX_NUMBERS_LENGTH = 1_200;

const { businessIntroduction: introduction, industries } = deals;

const MAX_NAMED_COLLABORATORS = 10;

/** JSON of the first collaborators' first names, or emails without one, in alphabetical order. */
const collaboratorNames = sql<string>`(
  select json_group_array(name order by sort_name) from (
    select coalesce(colleague.first_name, colleague.email) as name, colleague.sort_name
    from ${collaborators} join ${users} colleague on colleague.id = ${collaborators.userId}
    where ${collaborators.dealId} = ${deals.id}
    limit ${MAX_NAMED_COLLABORATORS}))`;

const collaboratorCount = sql<number>`(
  select count(*) from ${collaborators} where ${collaborators.dealId} = ${deals.id})`;

const rowColumns = {
  id: deals.id,
  userId: deals.userId,
  version: deals.version,
  owner: { email: users.email, firstName: users.firstName },
  colleagues: collaboratorNames,
  colleagueCount: collaboratorCount,
  companyName: deals.companyName,
  ceoName: deals.ceoName,
  firstIndustries: sql<string>`json_extract(${industries}, '$[0]', '$[1]')`,
  industryCount: sql<number>`json_array_length(${industries})`,
  businessIntroduction: sql<string | null>`substr(${introduction}, 1, ${MAX_INTRODUCTION_LENGTH})
    || iif(length(${introduction}) > ${MAX_INTRODUCTION_LENGTH}, '…', '')`,
  keyBusinessNumbers: sql<
    string | null
  >`substr(${deals.keyBusinessNumbers}, 1, ${MAX_NUMBERS_LENGTH})`,
  fundingRound: deals.fundingRound,
  ...pick(deals, TEXT_COLUMN_FIELDS),
  evaluationScore: deals.evaluationScore,
  nextMeetingDate: deals.nextMeetingDate,
  nextMeetingOn: deals.nextMeetingOn,
  meetingDays: deals.meetingDays,
  meetingDueAt: deals.meetingDueAt,
  stage: stageNameColumn,
  updatedAt: deals.updatedAt,
};

export type DealRow = Awaited<ReturnType<typeof listDealRows>>[number];

const allDeals: Page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

export async function listDealIds(
  viewer: Viewer,
  query: DealQuery,
  { page = allDeals, tx = db }: { page?: Page; tx?: Db } = {},
): Promise<number[]> {
  const sort = resolveSort(query);
  const selection = selectIds(tx);
  const where = await buildDealFilter(viewer, query);
  const customFieldOrder = await orderByCustomField(query.sort);
  if (customFieldOrder && tx === db && (await areCustomFieldsLarge())) {
    const key = ['sorted', buildPageKey('ids', viewer, query, page)];
    const sorted = joinCustomValues(selection)
      .where(and(where, isWithinTimeLimit(deals.id)))
      .orderBy(...customFieldOrder)
      .limit(page.limit)
      .offset(page.offset);
    return searchIds(viewer, key, sorted);
  }
  const listed = (
    customFieldOrder
      ? joinCustomValues(selection).where(where)
      : selectSorted(selection, sort, where)
  )
    .orderBy(...(customFieldOrder ?? SORT_ORDERS[sort]))
    .limit(page.limit)
    .offset(page.offset)
    .as('listed');
  const [row] = await tx.select({ ids: sql<string>`json_group_array(${listed.id})` }).from(listed);
  return JSON.parse(row!.ids) as number[];
}

/** Cross joins make SQLite loop over owners or stages first, which are few. */
function selectSorted(selection: ReturnType<typeof selectIds>, sort: Sort, where: SQL | undefined) {
  if (sort.startsWith('user_'))
    return selection
      .from(users)
      .crossJoin(deals)
      .where(and(eq(deals.userId, users.id), where));
  if (sort.startsWith('stage_'))
    return selection
      .from(listOptions)
      .crossJoin(deals)
      .where(and(eq(listOptions.list, 'stages'), eq(deals.stageId, listOptions.id), where));
  return selection.from(deals).where(where);
}

function joinCustomValues(selection: ReturnType<typeof selectIds>) {
  return selection.from(deals).leftJoin(customFieldValues, eq(customFieldValues.dealId, deals.id));
}

function selectIds(tx: Db) {
  return tx.select({ id: deals.id });
}

export async function listPageIds(viewer: Viewer, query: DealQuery, page: Page) {
  return cacheUntilCommit(buildPageKey('ids', viewer, query, page), () =>
    listDealIds(viewer, query, { page }),
  );
}

/** Lists a page of whole deals. Caches only their ids, because whole deals may be large. */
export async function listDeals(viewer: Viewer, query: DealQuery, page: Page) {
  return listDealsByIds(await listPageIds(viewer, query, page));
}

export async function listDealRows(viewer: Viewer, query: DealQuery, page: Page) {
  return cacheUntilCommit(buildPageKey('rows', viewer, query, page), () =>
    selectDealRows(viewer, query, page),
  );
}

async function selectDealRows(viewer: Viewer, query: DealQuery, page: Page) {
  const ids = await listDealIds(viewer, query, { page });
  if (!ids.length) return [];
  const rows = await db
    .select(rowColumns)
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(inArray(deals.id, ids));
  return sortByIds(
    ids,
    rows.map(({ firstIndustries, colleagues, ...row }) => ({
      ...row,
      colleagues: JSON.parse(colleagues) as string[],
      firstIndustries: (JSON.parse(firstIndustries) as (string | null)[]).filter(
        (industry) => industry !== null,
      ),
    })),
  );
}

function buildPageKey(
  list: string,
  viewer: Viewer,
  query: DealQuery,
  { limit, offset }: Page,
): string {
  return `${buildDealCacheKey(list, viewer, query)} ${query.sort} ${limit} ${offset}`;
}
