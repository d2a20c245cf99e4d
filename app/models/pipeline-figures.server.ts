import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db, keptUntilWrite } from '#db/client';
import { dealFigures, pipelines } from '#db/schema';
import { isStaff, type Viewer } from './access';
import type { PipelineQuery } from './pipeline';
import { isCommon, matching, ownersAsked } from './pipeline-filter.server';

/** Figures over the whole filtered list (spec §9). */
interface Figures {
  total: number;
  activeReviews: number;
  highPriority: number;
  within30Days: number;
  /** Deals with a score from n to below n + 1, for n from 0 to 9; 10 counts with 9. */
  scores: number[];
  /** Deals by industry. */
  industries: Map<string, number>;
}

const BINS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export async function countPipelines(viewer: Viewer, query: PipelineQuery): Promise<number> {
  return (await figures(viewer, query)).total;
}

/** The four stat cards. */
export async function pipelineStats(viewer: Viewer, query: PipelineQuery): Promise<Pick<Figures, 'total' | 'activeReviews' | 'highPriority' | 'within30Days'>> {
  const { total, activeReviews, highPriority, within30Days } = await figures(viewer, query);
  return { total, activeReviews, highPriority, within30Days };
}

export async function scoreDistribution(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  return (await figures(viewer, query)).scores;
}

/** The `top` industries by deals, then by name. */
export async function industryDistribution(viewer: Viewer, query: PipelineQuery, top = 3): Promise<{ industry: string; deals: number }[]> {
  const { industries } = await figures(viewer, query);
  return [...industries]
    .map(([industry, deals]) => ({ industry, deals }))
    .sort((a, b) => b.deals - a.deals || (a.industry < b.industry ? -1 : 1))
    .slice(0, top);
}

/** Names what the viewer may see and the query asks for. */
export function queryKey(figure: string, viewer: Viewer, { sort: _, ...filters }: PipelineQuery): string {
  return JSON.stringify([figure, isStaff(viewer) ? 'everything' : viewer.id, filters]);
}

function figures(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  return keptUntilWrite(queryKey('figures', viewer, query), async () => summed(query.search ? await countMatching(viewer, query) : await readCounted(viewer, query)));
}

type Tally = Omit<typeof dealFigures.$inferSelect, 'owner' | 'round'>;
type Scores = Record<`score${(typeof BINS)[number]}`, SQL<number>>;

function summed(tallies: Tally[]): Figures {
  const all: Figures = { total: 0, activeReviews: 0, highPriority: 0, within30Days: 0, scores: BINS.map(() => 0), industries: new Map() };
  for (const tally of tallies) {
    if (!tally.deals) continue;
    all.total += tally.deals;
    all.activeReviews += tally.active;
    all.highPriority += tally.urgent;
    all.within30Days += tally.soon;
    for (const bin of BINS) all.scores[bin]! += tally[`score${bin}`];
    for (const industry of new Set(tally.industries)) all.industries.set(industry, (all.industries.get(industry) ?? 0) + tally.deals);
  }
  return all;
}

/** One for each set of industries, from what the database keeps counted. */
async function readCounted(viewer: Viewer, query: PipelineQuery): Promise<Tally[]> {
  const { industry, round, userId } = query;
  const sum = (column: (typeof dealFigures)[Exclude<keyof Tally, 'industries'>]) => sql<number>`sum(${column})`;
  const owners = and(
    isStaff(viewer) ? undefined : eq(dealFigures.owner, viewer.id),
    userId ? eq(dealFigures.owner, userId) : undefined,
    ...ownersAsked(query).map((asked) => inArray(dealFigures.owner, asked)),
  );
  return db
    .select({
      industries: dealFigures.industries,
      deals: sum(dealFigures.deals),
      active: sum(dealFigures.active),
      urgent: sum(dealFigures.urgent),
      soon: sum(dealFigures.soon),
      ...(Object.fromEntries(BINS.map((bin) => [`score${bin}`, sum(dealFigures[`score${bin}`])])) as Scores),
    })
    .from(dealFigures)
    .where(and(owners ?? eq(dealFigures.owner, ''), eq(dealFigures.round, round), industry ? sql`exists (select 1 from json_each(${dealFigures.industries}) where value = ${industry})` : undefined))
    .groupBy(dealFigures.industries);
}

/** One for each list of industries, counted deal by deal: nobody keeps what a search will find. */
async function countMatching(viewer: Viewer, query: PipelineQuery): Promise<Tally[]> {
  const of = (which: SQL) => sql<number>`count(*) filter (where ${which})`;
  const bin = sql`min(cast(${pipelines.evaluationScore} as integer), 9)`;
  const isWide = await isCommon(query.search);
  return db
    .select({
      industries: pipelines.industries,
      deals: count(),
      active: of(sql`${pipelines.evaluationScore} > 0`),
      urgent: of(sql`${pipelines.meetingDays} = 0`),
      soon: of(sql`${pipelines.meetingDays} <= 30`),
      ...(Object.fromEntries(BINS.map((n) => [`score${n}`, of(sql`${bin} = ${sql.raw(String(n))}`)])) as Scores),
    })
    .from(pipelines)
    .where(matching(viewer, { ...query, sort: 'score_asc' }, isWide ? 'walk' : 'gather'))
    // The index that holds all this is in the order of `industries`; few matches are looked up one by one instead.
    .groupBy(isWide ? sql`${pipelines.industries}` : sql`+${pipelines.industries}`);
}
