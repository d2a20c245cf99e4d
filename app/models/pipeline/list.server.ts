import { and, asc, type Column, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { firstIndustry, listEntries, members, ownValues, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { Page } from '~/models/page';
import { namesText } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { type PipelineQuery, type Sort, SORTS } from './query';
import { ownOrder } from './conditions.server';
import { pipelineColumns, stageName } from './write.server';
import { isOfOneOwner, matching, matchingKey } from './filter.server';

const newestFirst = [desc(pipelines.createdAt), desc(pipelines.id)];
const industryNamedFirst = firstIndustry(pipelines);

const { targetFundingAmount: amount, targetFundingCurrency: currency } = pipelines;

const last = (value: Column | SQL) => sql`${value} asc nulls last`;

/** Rules 4.9 to 4.13, 4.24 and 4.29. Missing values come last, missing scores lowest. */
const ORDERS: Record<Sort, SQL[]> = {
  newest: newestFirst,
  oldest: [asc(pipelines.createdAt), asc(pipelines.id)],
  user_asc: [asc(users.sortName), ...newestFirst],
  user_desc: [desc(users.sortName), ...newestFirst],
  meeting_asc: [last(pipelines.meetingDueAt), ...newestFirst],
  meeting_desc: [desc(pipelines.meetingDueAt), ...newestFirst],
  score_asc: [asc(pipelines.evaluationScore), ...newestFirst],
  score_desc: [desc(pipelines.evaluationScore), ...newestFirst],
  industry_asc: [last(industryNamedFirst), ...newestFirst],
  industry_desc: [desc(industryNamedFirst), ...newestFirst],
  round_asc: [last(pipelines.roundRank), ...newestFirst],
  round_desc: [desc(pipelines.roundRank), ...newestFirst],
  updated_asc: [asc(pipelines.updatedAt), asc(pipelines.id)],
  updated_desc: [desc(pipelines.updatedAt), desc(pipelines.id)],
  due_asc: [last(pipelines.meetingDueAt), ...newestFirst],
  due_desc: [desc(pipelines.meetingDueAt), ...newestFirst],
  size_asc: [last(currency), asc(amount), ...newestFirst],
  size_desc: [last(currency), desc(amount), ...newestFirst],
  stage_asc: [asc(listEntries.position), asc(listEntries.id), ...newestFirst],
  stage_desc: [desc(listEntries.position), desc(listEntries.id), ...newestFirst],
};

/** All deals of one owner have the same owner's name. */
function sortOf(query: PipelineQuery): Sort {
  const sort = SORTS.find((known) => known === query.sort) ?? 'newest';
  return sort.startsWith('user_') && isOfOneOwner(query) ? 'newest' : sort;
}

/** Characters that a row can show: four lines of the introduction, 15 words of the numbers. */
const INTRODUCTION = 320;
const NUMBERS = 1_200;

const { businessIntroduction: introduction, industries } = pipelines;

/** A deal has up to 500 colleagues; its row names so many. */
const NAMED_COLLEAGUES = 10;

/** The first names, else emails, of so many colleagues in alphabetical order, as JSON. */
const colleagues = sql<string>`(
  select json_group_array(name order by sort_name) from (
    select coalesce(colleague.first_name, colleague.email) as name, colleague.sort_name
    from ${members} join ${users} colleague on colleague.id = ${members.userId}
    where ${members.pipelineId} = ${pipelines.id}
    limit ${NAMED_COLLEAGUES}))`;
const colleagueCount = sql<number>`(
  select count(*) from ${members} where ${members.pipelineId} = ${pipelines.id})`;

/** The columns of a table row: long texts are cut off, and all but the first two industries. */
const rowColumns = {
  id: pipelines.id,
  userId: pipelines.userId,
  owner: { email: users.email, firstName: users.firstName },
  colleagues,
  colleagueCount,
  companyName: pipelines.companyName,
  ceoName: pipelines.ceoName,
  firstIndustries: sql<string>`json_extract(${industries}, '$[0]', '$[1]')`,
  industryCount: sql<number>`json_array_length(${industries})`,
  businessIntroduction: sql<string | null>`substr(${introduction}, 1, ${INTRODUCTION})
    || iif(length(${introduction}) > ${INTRODUCTION}, '…', '')`,
  keyBusinessNumbers: sql<string | null>`substr(${pipelines.keyBusinessNumbers}, 1, ${NUMBERS})`,
  fundingRound: pipelines.fundingRound,
  targetFundingSize: pipelines.targetFundingSize,
  evaluationScore: pipelines.evaluationScore,
  nextMeetingDate: pipelines.nextMeetingDate,
  meetingDays: pipelines.meetingDays,
  meetingDueAt: pipelines.meetingDueAt,
  stage: stageName,
  updatedAt: pipelines.updatedAt,
};
export type PipelineRow = Awaited<ReturnType<typeof listPipelineRows>>[number];

const everything: Page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Ids in order; all of them without a page. `from` may be a snapshot. */
export async function listPipelineIds(
  viewer: Viewer,
  query: PipelineQuery,
  page = everything,
  from: Db = db,
): Promise<number[]> {
  const sort = sortOf(query);
  const deals = selectIds(from);
  const where = await matching(viewer, query);
  const own = await ownOrder(query.sort);
  const listed = (own ? withOwnValues(deals).where(where) : sortedFrom(deals, sort, where))
    .orderBy(...(own ?? ORDERS[sort]))
    .limit(page.limit)
    .offset(page.offset)
    .as('listed');
  const [row] = await from
    .select({ ids: sql<string>`json_group_array(${listed.id})` })
    .from(listed);
  return JSON.parse(row!.ids) as number[];
}

/** SQLite goes through a cross join as it is written: first the owners or stages, who are few. */
function sortedFrom(deals: ReturnType<typeof selectIds>, sort: Sort, where: SQL | undefined) {
  if (sort.startsWith('user_'))
    return deals
      .from(users)
      .crossJoin(pipelines)
      .where(and(eq(pipelines.userId, users.id), where));
  if (sort.startsWith('stage_'))
    return deals
      .from(listEntries)
      .crossJoin(pipelines)
      .where(and(eq(listEntries.list, 'stages'), eq(pipelines.stageId, listEntries.id), where));
  return deals.from(pipelines).where(where);
}

function withOwnValues(deals: ReturnType<typeof selectIds>) {
  return deals.from(pipelines).leftJoin(ownValues, eq(ownValues.pipelineId, pipelines.id));
}

function selectIds(from: Db) {
  return from.select({ id: pipelines.id });
}

/** Sorts rows by the order of `ids`; leaves out ids without a row. */
export function sortByIds<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type PipelineDetails = Awaited<ReturnType<typeof readPipelines>>[number];

export async function readPipelines(ids: number[], from: Db = db) {
  if (!ids.length) return [];
  const rows = await from
    .select(pipelineColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(inArray(pipelines.id, ids));
  return sortByIds(ids, rows);
}

/** Finds whole deals that the viewer may see, one at a time; the query is prepared once. */
export function pipelineFinder(viewer: Viewer) {
  const query = db
    .select(pipelineColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(eq(pipelines.id, sql.placeholder('id')), visibleTo(viewer)))
    .prepare();
  return async (id: number): Promise<PipelineDetails | undefined> =>
    (await query.execute({ id }))[0];
}

/** Ids of a page, which are cached. */
export async function pageIds(viewer: Viewer, query: PipelineQuery, page: Page) {
  return cachedUntilCommit(pageKey('ids', viewer, query, page), () =>
    listPipelineIds(viewer, query, page),
  );
}

/** One page of whole deals. Only their ids are cached: whole deals may be large. */
export async function listPipelines(viewer: Viewer, query: PipelineQuery, page: Page) {
  return readPipelines(await pageIds(viewer, query, page));
}

export async function listPipelineRows(viewer: Viewer, query: PipelineQuery, page: Page) {
  return cachedUntilCommit(pageKey('rows', viewer, query, page), () =>
    readRows(viewer, query, page),
  );
}

async function readRows(viewer: Viewer, query: PipelineQuery, page: Page) {
  const ids = await listPipelineIds(viewer, query, page);
  if (!ids.length) return [];
  const rows = await db
    .select(rowColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(inArray(pipelines.id, ids));
  return sortByIds(
    ids,
    rows.map(({ firstIndustries, colleagues, colleagueCount, ...row }) => ({
      ...row,
      colleagues: namesText(JSON.parse(colleagues) as string[], colleagueCount),
      firstIndustries: (JSON.parse(firstIndustries) as (string | null)[]).filter(
        (industry) => industry !== null,
      ),
    })),
  );
}

function pageKey(
  list: string,
  viewer: Viewer,
  query: PipelineQuery,
  { limit, offset }: Page,
): string {
  return `${matchingKey(list, viewer, query)} ${query.sort} ${limit} ${offset}`;
}
