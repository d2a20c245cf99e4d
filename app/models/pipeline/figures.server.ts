import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { dealFigures, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { PipelineQuery } from './fields';
import { isCommon, matching, ownersAsked } from './filter.server';
import { visibleScope, visibleTo } from '~/models/visibility.server';

/** Figures over the whole filtered list (rules 5.3 to 5.5). */
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
export async function pipelineStats(
  viewer: Viewer,
  query: PipelineQuery,
): Promise<Pick<Figures, 'total' | 'activeReviews' | 'highPriority' | 'within30Days'>> {
  const { total, activeReviews, highPriority, within30Days } = await figures(viewer, query);
  return { total, activeReviews, highPriority, within30Days };
}

export async function scoreDistribution(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  return (await figures(viewer, query)).scores;
}

/** The `top` industries by deals, then by name. */
export async function industryDistribution(
  viewer: Viewer,
  query: PipelineQuery,
  top = 3,
): Promise<{ industry: string; deals: number }[]> {
  const { industries } = await figures(viewer, query);
  return [...industries]
    .map(([industry, deals]) => ({ industry, deals }))
    .sort((a, b) => b.deals - a.deals || (a.industry < b.industry ? -1 : 1))
    .slice(0, top);
}

/** Names what the viewer may see and the query asks for. */
export function queryKey(
  figure: string,
  viewer: Viewer,
  { sort: _, ...filters }: PipelineQuery,
): string {
  return JSON.stringify([figure, visibleScope(viewer), filters]);
}

function figures(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  return cachedUntilCommit(queryKey('figures', viewer, query), async () =>
    summed(
      query.search
        ? countMatching(viewer, query, await isCommon(query.search))
        : readCounted(viewer, query),
    ),
  );
}

/** What is counted, of deals with the same industries. */
type Count = Exclude<keyof typeof dealFigures.$inferSelect, 'owner' | 'round' | 'industries'>;

/** What each counts. */
const COUNTED: Record<Count, SQL> = {
  deals: sql`true`,
  active: sql`${pipelines.evaluationScore} > 0`,
  urgent: sql`${pipelines.meetingDays} = 0`,
  soon: sql`${pipelines.meetingDays} <= 30`,
  ...(Object.fromEntries(
    BINS.map((bin) => [
      `score${bin}`,
      sql`min(cast(${pipelines.evaluationScore} as integer), 9) = ${sql.raw(String(bin))}`,
    ]),
  ) as Record<`score${(typeof BINS)[number]}`, SQL>),
};
const COUNTS = Object.keys(COUNTED) as Count[];

const industriesOf = (table: typeof pipelines | typeof dealFigures) =>
  sql<string>`${table.industries}`.as('industries');

function eachCount<Value>(of: (count: Count) => Value): Record<Count, Value> {
  return Object.fromEntries(COUNTS.map((count) => [count, of(count)])) as Record<Count, Value>;
}

/** The sums of tallies, one for each set of industries: added by the database, for there may be thousands. */
async function summed(tallies: ReturnType<typeof readCounted>): Promise<Figures> {
  const [sums] = await db
    .select({
      ...eachCount((count) => sql<number>`coalesce(sum(${tallies[count]}), 0)`),
      industries: sql<string>`json_group_array(json_array(json(${tallies.industries}), ${tallies.deals}))`,
    })
    .from(tallies);
  const industries = new Map<string, number>();
  for (const [named, deals] of JSON.parse(sums!.industries) as [string[], number][]) {
    if (deals)
      for (const industry of new Set(named))
        industries.set(industry, (industries.get(industry) ?? 0) + deals);
  }
  return {
    total: sums!.deals,
    activeReviews: sums!.active,
    highPriority: sums!.urgent,
    within30Days: sums!.soon,
    scores: BINS.map((bin) => sums![`score${bin}`]),
    industries,
  };
}

/** Tallies from what the database keeps counted. */
function readCounted(viewer: Viewer, query: PipelineQuery) {
  const { industry, round, userId } = query;
  const owners = and(
    visibleTo(viewer, dealFigures.owner),
    userId ? eq(dealFigures.owner, userId) : undefined,
    ...ownersAsked(query).map((asked) => inArray(dealFigures.owner, asked)),
  );
  return db
    .select({
      industries: industriesOf(dealFigures),
      ...eachCount((count) => sql<number>`sum(${dealFigures[count]})`.as(count)),
    })
    .from(dealFigures)
    .where(
      and(
        owners ?? eq(dealFigures.owner, ''),
        eq(dealFigures.round, round),
        industry
          ? sql`exists (select 1 from json_each(${dealFigures.industries}) where value = ${industry})`
          : undefined,
      ),
    )
    .groupBy(dealFigures.industries)
    .as('tallies');
}

/** Tallies counted deal by deal: nobody keeps what a search will find. */
function countMatching(
  viewer: Viewer,
  query: PipelineQuery,
  isWide: boolean,
): ReturnType<typeof readCounted> {
  return (
    db
      .select({
        industries: industriesOf(pipelines),
        ...eachCount((count) => sql<number>`count(*) filter (where ${COUNTED[count]})`.as(count)),
      })
      .from(pipelines)
      .where(matching(viewer, { ...query, sort: 'score_asc' }, isWide ? 'walk' : 'gather'))
      // The index that holds all this is in the order of `industries`; few matches are looked up one by one instead.
      .groupBy(isWide ? sql`${pipelines.industries}` : sql`+${pipelines.industries}`)
      .as('tallies')
  );
}
