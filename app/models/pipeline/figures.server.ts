import { and, count, desc, inArray, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { databasePath, db } from '#db/client';
import { pipelineIndustries, pipelines } from '#db/schema';
import { env } from '~/env.server';
import type { Viewer } from '~/models/access';
import { isInTime } from '~/models/search.server';
import { Refusal } from '~/refusal';
import { runRead } from '~/threads/pool.server';
import { type Part, type PipelineQuery, readPipelineQuery } from './query';
import { matching, matchingKey } from './filter.server';

interface Figures {
  total: number;
  activeReviews: number;
  highPriority: number;
  within30Days: number;
  /** Deals with a score in [n, n + 1), for n from 0 to 9; the last includes 10. */
  scores: number[];
}
interface CountedIndustry {
  industry: string;
  deals: number;
}
type Stats = Pick<Figures, 'total' | 'activeReviews' | 'highPriority' | 'within30Days'>;

const BINS = 10;

export async function countPipelines(viewer: Viewer, query: PipelineQuery): Promise<number> {
  return cachedUntilCommit(matchingKey('count', viewer, query), async () =>
    db.$count(pipelines, await matching(viewer, query)),
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
): Promise<CountedIndustry[]> {
  return (await industriesOf(viewer, query)).slice(0, top);
}

/** With more industries, the rarest are left out: deals can name any number of them, of 100 characters each. */
const MOST_INDUSTRIES = 500;

/** With more names among all deals, they are counted in a thread; each is up to 100 characters. */
const MOST_HERE = 60_000;
/** In ms. Beyond this, as with 500,000 names of 100 characters, no industry is counted. */
const PATIENCE = 2_000;

/** While too many counts wait, no industry is counted: the list itself is worth more. */
async function industriesOf(viewer: Viewer, query: PipelineQuery): Promise<CountedIndustry[]> {
  const key = matchingKey('industries', viewer, query);
  return cachedUntilCommit(key, () => countIndustries(viewer, query)).catch((error) => {
    if (error instanceof Refusal && error.kind === 'busy') return [];
    throw error;
  });
}

async function countIndustries(viewer: Viewer, query: PipelineQuery): Promise<CountedIndustry[]> {
  const { industry, pipelineId } = pipelineIndustries;
  const where = await matching(viewer, query);
  const matchingIds = where && db.select({ id: pipelines.id }).from(pipelines).where(where);
  const isInThread = await hasMoreIndustries(MOST_HERE);
  const deals = count();
  const counted = db
    .select({ industry, deals })
    .from(pipelineIndustries)
    .where(
      and(
        isInThread ? isInTime(pipelineId) : undefined,
        matchingIds && inArray(pipelineId, matchingIds),
      ),
    )
    .groupBy(industry)
    .orderBy(desc(deals), industry)
    .limit(MOST_INDUSTRIES);
  if (!isInThread) return counted;
  const path = databasePath(env.DATABASE_URL);
  const rows = await runRead('count', { path, ...counted.toSQL(), patience: PATIENCE });
  return (rows ?? []).map(([industry, deals]) => ({ industry, deals }) as CountedIndustry);
}

/** By the number of the last one: some may be deleted. */
async function hasMoreIndustries(most: number): Promise<boolean> {
  const [last] = await db.select({ n: sql<number | null>`max(rowid)` }).from(pipelineIndustries);
  return (last?.n ?? 0) > most;
}

const byName = new Intl.Collator('en').compare;

/**
 * The industries of the deals that the viewer may see, with their numbers of deals: first those
 * that are always offered, even without deals, then the others by name.
 */
export async function offeredIndustries(
  viewer: Viewer,
  always: readonly string[],
): Promise<CountedIndustry[]> {
  const tallies = await industriesOf(viewer, readPipelineQuery());
  const counts = new Map(tallies.map(({ industry, deals }) => [industry, deals]));
  const otherIndustries = tallies
    .map(({ industry }) => industry)
    .filter((industry) => !always.includes(industry))
    .sort(byName);
  return [...always, ...otherIndustries].map((industry) => ({
    industry,
    deals: counts.get(industry) ?? 0,
  }));
}

function pipelineFigures(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  return cachedUntilCommit(matchingKey('figures', viewer, query), () => read(viewer, query));
}

async function read(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  const { evaluationScore: score, meetingDays } = pipelines;
  const byScore = await db
    .select({
      score,
      deals: count(),
      urgent: sql<number>`count(iif(${meetingDays} = 0, 1, null))`,
      soon: sql<number>`count(iif(${meetingDays} <= 30, 1, null))`,
    })
    .from(pipelines)
    .where(await matching(viewer, query))
    .groupBy(score);
  type Row = (typeof byScore)[number];
  const sum = (of: (row: Row) => number) => byScore.reduce((all, row) => all + of(row), 0);
  const among = (isCounted: (row: Row) => boolean) =>
    sum((row) => (isCounted(row) ? row.deals : 0));
  return {
    total: sum(({ deals }) => deals),
    activeReviews: among((row) => (row.score ?? 0) > 0),
    highPriority: sum(({ urgent }) => urgent),
    within30Days: sum(({ soon }) => soon),
    scores: Array.from({ length: BINS }, (_, bin) => among((row) => binOf(row.score) === bin)),
  };
}

function binOf(score: number | null): number | undefined {
  return score === null ? undefined : Math.min(Math.trunc(score), BINS - 1);
}
