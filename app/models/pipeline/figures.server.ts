import { count, desc, sql, sum } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { type Part, type PipelineQuery, readPipelineQuery } from './query';
import { counting, isOfOneOwner, matchingKey } from './filter.server';

interface Figures {
  total: number;
  activeReviews: number;
  highPriority: number;
  within30Days: number;
  /** Deals with a score in [n, n + 1), for n from 0 to 9; the last includes 10. */
  scores: number[];
}
type Stats = Pick<Figures, 'total' | 'activeReviews' | 'highPriority' | 'within30Days'>;

const BINS = 10;

export async function countPipelines(viewer: Viewer, query: PipelineQuery): Promise<number> {
  return cachedUntilCommit(matchingKey('count', viewer, query), async () =>
    db.$count(pipelines, await counting(viewer, query)),
  );
}

/** What the dashboard shows of the whole filtered list, whichever part of it is listed. */
export async function dashboardFigures(viewer: Viewer, query: PipelineQuery) {
  const whole = { ...query, part: undefined };
  const [{ scores, ...stats }, distribution] = await Promise.all([
    pipelineFigures(viewer, whole),
    industryDistribution(viewer, whole),
  ]);
  return { stats, distribution, scores, listed: listedOf(stats, query.part) };
}

function listedOf(stats: Stats, part: Part | undefined): number {
  switch (part) {
    case 'reviews':
      return stats.activeReviews;
    case 'priority':
      return stats.highPriority;
    case 'soon':
      return stats.within30Days;
    default:
      return stats.total;
  }
}

/** The `top` industries, most deals first, then by name. A deal that names one twice counts once. */
export async function industryDistribution(
  viewer: Viewer,
  query: PipelineQuery,
  top = 3,
): Promise<{ industry: string; deals: number }[]> {
  return (await industriesOf(viewer, query)).slice(0, top);
}

/** With more industries, the rarest are left out: deals can name any number of them. */
const MOST_INDUSTRIES = 1_000;

/** By the lists of industries, of which there are far fewer than deals. */
function industriesOf(viewer: Viewer, query: PipelineQuery) {
  return cachedUntilCommit(matchingKey('industries', viewer, query), async () => {
    const lists = db
      .select({ industries: pipelines.industries, deals: count().as('deals') })
      .from(pipelines)
      .where(await counting(viewer, query))
      .groupBy(pipelines.industries)
      .as('lists');
    const industry = sql<string>`value`;
    const named = db
      .selectDistinct({
        list: lists.industries,
        industry: industry.as('industry'),
        deals: lists.deals,
      })
      .from(lists)
      .innerJoin(sql`json_each(${lists.industries})`, sql`true`)
      .as('named');
    const deals = sum(named.deals).mapWith(Number);
    return db
      .select({ industry: named.industry, deals })
      .from(named)
      .groupBy(sql`${named.industry}`)
      .orderBy(desc(deals), sql`${named.industry}`)
      .limit(MOST_INDUSTRIES);
  });
}

const byName = new Intl.Collator('en').compare;

/**
 * The industries of the deals that the viewer may see, with their numbers of deals: first those
 * that are always offered, even without deals, then the others by name.
 */
export async function offeredIndustries(
  viewer: Viewer,
  always: readonly string[],
): Promise<{ industry: string; deals: number }[]> {
  const found = await industriesOf(viewer, readPipelineQuery());
  const counts = new Map(found.map(({ industry, deals }) => [industry, deals]));
  const others = found
    .map(({ industry }) => industry)
    .filter((industry) => !always.includes(industry))
    .sort(byName);
  return [...always, ...others].map((industry) => ({ industry, deals: counts.get(industry) ?? 0 }));
}

export function pipelineFigures(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  return cachedUntilCommit(matchingKey('figures', viewer, query), () => read(viewer, query));
}

/** Counts by score and meeting: all owners' in the order of an index, one owner's in no order. */
async function read(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  const { evaluationScore: score, meetingDays } = pipelines;
  const byScore = await db
    .select({ score, meetingDays, deals: count() })
    .from(pipelines)
    .where(await counting(viewer, query))
    .groupBy(isOfOneOwner(viewer, query) ? sql`+${score}` : score, meetingDays);
  const among = (isCounted: (row: (typeof byScore)[number]) => boolean) =>
    byScore.reduce((deals, row) => deals + (isCounted(row) ? row.deals : 0), 0);
  return {
    total: among(() => true),
    activeReviews: among((row) => (row.score ?? 0) > 0),
    highPriority: among((row) => row.meetingDays === 0),
    within30Days: among((row) => row.meetingDays !== null && row.meetingDays <= 30),
    scores: Array.from({ length: BINS }, (_, bin) => among((row) => binOf(row.score) === bin)),
  };
}

function binOf(score: number | null): number | undefined {
  return score === null ? undefined : Math.min(Math.trunc(score), BINS - 1);
}
