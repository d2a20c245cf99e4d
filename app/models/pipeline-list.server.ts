import { and, asc, count, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { db, type Db, keptUntilWrite } from '#db/client';
import { type DealCount, dealCounts, firstIndustry, isMissing, pipelineIndustries, pipelines, users } from '#db/schema';
import { isStaff, type Viewer } from './access';
import type { PipelineQuery, Sort } from './pipeline';
import { folded } from './text';
import { contains } from './user.server';

export interface Page {
  limit: number;
  offset: number;
}

/** What the viewer may see: staff everything, a user their own (clarification 8). */
export function visibleTo(viewer: Viewer): SQL | undefined {
  return isStaff(viewer) ? undefined : eq(pipelines.userId, viewer.id);
}

/** Visibility and filters. Every list, count and export goes through here. */
function matching(viewer: Viewer, query: PipelineQuery): SQL | undefined {
  const { search, industry, round, group, userId, owner } = query;
  return and(
    visibleTo(viewer),
    search ? found(search) : undefined,
    industry ? inArray(pipelines.id, db.select({ id: pipelineIndustries.pipelineId }).from(pipelineIndustries).where(eq(pipelineIndustries.industry, industry))) : undefined,
    round ? eq(pipelines.fundingRound, round) : undefined,
    group ? ownedBy(sql`${users.group} = ${group}`) : undefined,
    userId ? eq(pipelines.userId, userId) : undefined,
    owner ? ownedBy(contains(users.searchText, owner)) : undefined,
  );
}

function ownedBy(which: SQL): SQL {
  return inArray(pipelines.userId, db.select({ id: users.id }).from(users).where(which));
}

/** Ends every text of the index, so that its last signs begin a trigram, too. */
const END = '\uffff';
const LAST_SIGN = '\u{10ffff}';

/**
 * The deals whose names hold a text, in any script: the index of three signs in a row has the text itself; a shorter one is
 * the beginning of some of them.
 */
function found(search: string): SQL {
  const text = folded(search);
  if (text.includes('\0') || text.includes(END)) return sql`false`;
  const isShort = [...text].length < 3;
  if (isShort) return sql`${pipelines.id} in (select doc from pipeline_grams where term >= ${text} and term < ${text + LAST_SIGN})`;
  return sql`${pipelines.id} in (select rowid from pipeline_search where pipeline_search match ${`"${text.replaceAll('"', '""')}"`})`;
}

const newestFirst = [desc(pipelines.createdAt), desc(pipelines.id)];
const industryNamedFirst = firstIndustry(pipelines);

/** Clarification 18, each with its index. What is missing comes last in both directions, but a missing score below 0, as SQLite has it. */
const ORDERS: Record<Sort, SQL[]> = {
  newest: newestFirst,
  oldest: [asc(pipelines.createdAt), asc(pipelines.id)],
  user_asc: [asc(pipelines.ownerName), ...newestFirst],
  user_desc: [desc(pipelines.ownerName), ...newestFirst],
  meeting_asc: [isMissing(pipelines.meetingDays), asc(pipelines.meetingDays), ...newestFirst],
  meeting_desc: [isMissing(pipelines.meetingDays), desc(pipelines.meetingDays), ...newestFirst],
  score_asc: [asc(pipelines.evaluationScore), ...newestFirst],
  score_desc: [desc(pipelines.evaluationScore), ...newestFirst],
  industry_asc: [isMissing(industryNamedFirst), asc(industryNamedFirst), ...newestFirst],
  industry_desc: [isMissing(industryNamedFirst), desc(industryNamedFirst), ...newestFirst],
  round_asc: [isMissing(pipelines.roundRank), asc(pipelines.roundRank), ...newestFirst],
  round_desc: [isMissing(pipelines.roundRank), desc(pipelines.roundRank), ...newestFirst],
};

/** The columns that the API answers, the owner with them (spec §3). */
export const pipelineColumns = {
  id: pipelines.id,
  userId: pipelines.userId,
  user: { firstName: users.firstName, email: users.email },
  companyName: pipelines.companyName,
  ceoName: pipelines.ceoName,
  cooName: pipelines.cooName,
  cfoName: pipelines.cfoName,
  group: users.group,
  industries: pipelines.industries,
  businessIntroduction: pipelines.businessIntroduction,
  keyBusinessNumbers: pipelines.keyBusinessNumbers,
  fundingRound: pipelines.fundingRound,
  targetFundingSize: pipelines.targetFundingSize,
  targetClosingDate: pipelines.targetClosingDate,
  evaluationScore: pipelines.evaluationScore,
  nextMeetingDate: pipelines.nextMeetingDate,
  comments: pipelines.comments,
  createdAt: pipelines.createdAt,
  updatedAt: pipelines.updatedAt,
};
export type PipelineDetails = Awaited<ReturnType<typeof readPipelines>>[number];

/** How much of a long text a table row can show at most. */
const EXCERPT = 600;

/** The columns that a table row shows, long texts cut. */
const rowColumns = {
  id: pipelines.id,
  userId: pipelines.userId,
  owner: { firstName: users.firstName, email: users.email },
  companyName: pipelines.companyName,
  ceoName: pipelines.ceoName,
  industries: pipelines.industries,
  businessIntroduction: sql<string | null>`substr(${pipelines.businessIntroduction}, 1, ${EXCERPT})`,
  keyBusinessNumbers: sql<string | null>`substr(${pipelines.keyBusinessNumbers}, 1, ${2 * EXCERPT})`,
  fundingRound: pipelines.fundingRound,
  targetFundingSize: pipelines.targetFundingSize,
  evaluationScore: pipelines.evaluationScore,
  nextMeetingDate: pipelines.nextMeetingDate,
  updatedAt: pipelines.updatedAt,
};
export type PipelineRow = Awaited<ReturnType<typeof listPipelineRows>>[number];

const everything: Page = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** The ids alone, in order. `from` may be a snapshot. Without a page, everything the viewer may see. */
export async function listPipelineIds(viewer: Viewer, query: PipelineQuery, { limit, offset } = everything, from: Db = db): Promise<number[]> {
  const rows = await from
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(matching(viewer, query))
    .orderBy(...ORDERS[query.sort])
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

/** Rows in the order of their ids; an id without a row is left out. */
export function inOrder<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whole deals by their ids, in that order. */
export async function readPipelines(ids: number[], from: Db = db) {
  if (!ids.length) return [];
  const rows = await from.select(pipelineColumns).from(pipelines).innerJoin(users, eq(users.id, pipelines.userId)).where(inArray(pipelines.id, ids));
  return inOrder(ids, rows);
}

/** What the table shows of the deals. */
export async function listPipelineRows(viewer: Viewer, query: PipelineQuery, page: Page) {
  return keptUntilWrite(`${figureKey('rows', viewer, query)} ${query.sort} ${page.limit} ${page.offset}`, () => readRows(viewer, query, page));
}

async function readRows(viewer: Viewer, query: PipelineQuery, page: Page) {
  const ids = await listPipelineIds(viewer, query, page);
  if (!ids.length) return [];
  return inOrder(ids, await db.select(rowColumns).from(pipelines).innerJoin(users, eq(users.id, pipelines.userId)).where(inArray(pipelines.id, ids)));
}

export async function countPipelines(viewer: Viewer, query: PipelineQuery): Promise<number> {
  return (await pipelineStats(viewer, query)).total;
}

/** Names a figure over what the viewer may see and the query asks for. */
function figureKey(figure: string, viewer: Viewer, { sort: _, ...filters }: PipelineQuery): string {
  return JSON.stringify([figure, isStaff(viewer) ? 'everything' : viewer.id, filters]);
}

/** The four stat cards over the whole filtered list (spec §9). */
export async function pipelineStats(viewer: Viewer, query: PipelineQuery): Promise<{ total: number; activeReviews: number; highPriority: number; within30Days: number }> {
  return keptUntilWrite(figureKey('stats', viewer, query), () => countStats(viewer, query));
}

async function countStats(viewer: Viewer, query: PipelineQuery) {
  const owner = countedOwner(viewer, query);
  if (owner !== undefined) {
    const counts = new Map((await readCounts(owner, ['deals', 'active', 'urgent', 'soon'])).map(({ kind, deals }) => [kind, deals]));
    const of = (kind: DealCount['kind']) => counts.get(kind) ?? 0;
    return { total: of('deals'), activeReviews: of('active'), highPriority: of('urgent'), within30Days: of('soon') };
  }
  const [stats] = await db
    .select({
      total: count(),
      activeReviews: sql<number>`count(*) filter (where ${pipelines.evaluationScore} > 0)`,
      highPriority: sql<number>`count(*) filter (where ${pipelines.meetingDays} = 0)`,
      within30Days: sql<number>`count(*) filter (where ${pipelines.meetingDays} <= 30)`,
    })
    .from(pipelines)
    .where(matching(viewer, query));
  return stats!;
}

/** How many deals have a score from n to below n + 1, for n from 0 to 9; 10 counts with 9. */
export async function scoreDistribution(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  return keptUntilWrite(figureKey('scores', viewer, query), () => countScores(viewer, query));
}

async function countScores(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  const owner = countedOwner(viewer, query);
  const bin = sql<string>`min(cast(${pipelines.evaluationScore} as integer), 9) || ''`;
  const rows =
    owner !== undefined
      ? await readCounts(owner, ['score'])
      : await db.select({ value: bin, deals: count() }).from(pipelines).where(and(matching(viewer, query), isNotNull(pipelines.evaluationScore))).groupBy(bin);
  const deals = new Map(rows.map((row) => [row.value, row.deals]));
  return Array.from({ length: 10 }, (_, n) => deals.get(String(n)) ?? 0);
}

/** The `top` industries by deals over the whole filtered list (spec §9). */
export async function industryDistribution(viewer: Viewer, query: PipelineQuery, top = 3): Promise<{ industry: string; deals: number }[]> {
  return keptUntilWrite(figureKey(`industries ${top}`, viewer, query), () => countIndustries(viewer, query, top));
}

async function countIndustries(viewer: Viewer, query: PipelineQuery, top: number) {
  const owner = countedOwner(viewer, query);
  if (owner !== undefined) {
    const { value: industry, deals } = dealCounts;
    const ofOwner = and(eq(dealCounts.owner, owner), eq(dealCounts.kind, 'industry'), gt(deals, 0));
    return db.select({ industry, deals }).from(dealCounts).where(ofOwner).orderBy(desc(deals), asc(industry)).limit(top);
  }
  const deals = count();
  return db
    .select({ industry: pipelineIndustries.industry, deals })
    .from(pipelineIndustries)
    .innerJoin(pipelines, eq(pipelines.id, pipelineIndustries.pipelineId))
    .where(matching(viewer, query))
    .groupBy(pipelineIndustries.industry)
    .orderBy(desc(deals), asc(pipelineIndustries.industry))
    .limit(top);
}

/** Whose deals the database keeps counted for this list: '' for everyone's; undefined where it is filtered otherwise. */
function countedOwner(viewer: Viewer, { sort: _, userId, ...filters }: PipelineQuery): string | undefined {
  if (Object.values(filters).some(Boolean)) return undefined;
  if (isStaff(viewer)) return userId ?? '';
  return !userId || userId === viewer.id ? viewer.id : undefined;
}

async function readCounts(owner: string, kinds: DealCount['kind'][]): Promise<DealCount[]> {
  return db
    .select()
    .from(dealCounts)
    .where(and(eq(dealCounts.owner, owner), inArray(dealCounts.kind, kinds)));
}
