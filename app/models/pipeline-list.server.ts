import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { db, type Db, keptUntilWrite } from '#db/client';
import { pipelineIndustries, pipelines, users } from '#db/schema';
import { isStaff, type Viewer } from './access';
import type { PipelineQuery, Sort } from './pipeline';
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
    search ? contains(pipelines.searchText, search) : undefined,
    industry ? inArray(pipelines.id, db.select({ id: pipelineIndustries.pipelineId }).from(pipelineIndustries).where(eq(pipelineIndustries.industry, industry))) : undefined,
    round ? eq(pipelines.fundingRound, round) : undefined,
    group ? sql`${users.group} = ${group}` : undefined,
    userId ? eq(pipelines.userId, userId) : undefined,
    owner ? contains(users.searchText, owner) : undefined,
  );
}

const newestFirst = [desc(pipelines.createdAt), desc(pipelines.id)];
const score = sql`coalesce(${pipelines.evaluationScore}, -1)`;
const firstIndustry = sql`json_extract(${pipelines.industries}, '$[0]')`;
const missingLast = (value: unknown) => sql`${value} is null`;

/** Clarification 18. What is missing comes last in both directions, but a missing score counts as −1. */
const ORDERS: Record<Sort, SQL[]> = {
  newest: newestFirst,
  oldest: [asc(pipelines.createdAt), asc(pipelines.id)],
  user_asc: [asc(users.sortName), ...newestFirst],
  user_desc: [desc(users.sortName), ...newestFirst],
  meeting_asc: [missingLast(pipelines.meetingDays), asc(pipelines.meetingDays), ...newestFirst],
  meeting_desc: [missingLast(pipelines.meetingDays), desc(pipelines.meetingDays), ...newestFirst],
  score_asc: [asc(score), ...newestFirst],
  score_desc: [desc(score), ...newestFirst],
  industry_asc: [missingLast(firstIndustry), asc(firstIndustry), ...newestFirst],
  industry_desc: [missingLast(firstIndustry), desc(firstIndustry), ...newestFirst],
  round_asc: [missingLast(pipelines.roundRank), asc(pipelines.roundRank), ...newestFirst],
  round_desc: [missingLast(pipelines.roundRank), desc(pipelines.roundRank), ...newestFirst],
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
export type PipelineDetails = Awaited<ReturnType<typeof listPipelines>>[number];

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

/** Whole deals in order. `from` may be a snapshot. Without a page, everything the viewer may see. */
export async function listPipelines(viewer: Viewer, query: PipelineQuery, { limit, offset } = everything, from: Db = db) {
  return from
    .select(pipelineColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(matching(viewer, query))
    .orderBy(...ORDERS[query.sort])
    .limit(limit)
    .offset(offset);
}

/** The ids alone, in order: what an export reads before the rows. */
export async function listPipelineIds(viewer: Viewer, query: PipelineQuery, from: Db): Promise<number[]> {
  const rows = await from
    .select({ id: pipelines.id })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(matching(viewer, query))
    .orderBy(...ORDERS[query.sort]);
  return rows.map(({ id }) => id);
}

/** What the table shows of the same deals. */
export async function listPipelineRows(viewer: Viewer, query: PipelineQuery, page: Page) {
  return keptUntilWrite(`${figureKey('rows', viewer, query)} ${query.sort} ${page.limit} ${page.offset}`, () => readRows(viewer, query, page));
}

async function readRows(viewer: Viewer, query: PipelineQuery, { limit, offset }: Page) {
  return db
    .select(rowColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(matching(viewer, query))
    .orderBy(...ORDERS[query.sort])
    .limit(limit)
    .offset(offset);
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
  const [stats] = await db
    .select({
      total: count(),
      activeReviews: sql<number>`count(*) filter (where ${pipelines.evaluationScore} > 0)`,
      highPriority: sql<number>`count(*) filter (where ${pipelines.meetingDays} = 0)`,
      within30Days: sql<number>`count(*) filter (where ${pipelines.meetingDays} <= 30)`,
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(matching(viewer, query));
  return stats!;
}

/** How many deals have a score from n to below n + 1, for n from 0 to 9; 10 counts with 9. */
export async function scoreDistribution(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  return keptUntilWrite(figureKey('scores', viewer, query), () => countScores(viewer, query));
}

async function countScores(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  const bin = sql<number>`min(cast(${pipelines.evaluationScore} as integer), 9)`;
  const rows = await db
    .select({ bin, deals: count() })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(matching(viewer, query), isNotNull(pipelines.evaluationScore)))
    .groupBy(bin);
  const deals = new Map(rows.map((row) => [row.bin, row.deals]));
  return Array.from({ length: 10 }, (_, n) => deals.get(n) ?? 0);
}

/** The `top` industries by deals over the whole filtered list (spec §9). */
export async function industryDistribution(viewer: Viewer, query: PipelineQuery, top = 3): Promise<{ industry: string; deals: number }[]> {
  return keptUntilWrite(figureKey(`industries ${top}`, viewer, query), () => countIndustries(viewer, query, top));
}

async function countIndustries(viewer: Viewer, query: PipelineQuery, top: number) {
  const deals = count();
  return db
    .select({ industry: pipelineIndustries.industry, deals })
    .from(pipelineIndustries)
    .innerJoin(pipelines, eq(pipelines.id, pipelineIndustries.pipelineId))
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(matching(viewer, query))
    .groupBy(pipelineIndustries.industry)
    .orderBy(desc(deals), asc(pipelineIndustries.industry))
    .limit(top);
}
