import { count } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { PipelineQuery } from './query';
import { matching, matchingKey } from './filter.server';

interface Figures {
  total: number;
  activeReviews: number;
  highPriority: number;
  within30Days: number;
  /** Deals with a score in [n, n + 1), for n from 0 to 9; the last includes 10. */
  scores: number[];
  industries: { industry: string; deals: number }[];
}
type Stats = Pick<Figures, 'total' | 'activeReviews' | 'highPriority' | 'within30Days'>;

const BINS = 10;

export async function countPipelines(viewer: Viewer, query: PipelineQuery): Promise<number> {
  return cachedUntilCommit(matchingKey('count', viewer, query), async () =>
    db.$count(pipelines, matching(viewer, query)),
  );
}

export async function pipelineStats(viewer: Viewer, query: PipelineQuery): Promise<Stats> {
  const { total, activeReviews, highPriority, within30Days } = await figures(viewer, query);
  return { total, activeReviews, highPriority, within30Days };
}

export async function scoreDistribution(viewer: Viewer, query: PipelineQuery): Promise<number[]> {
  return (await figures(viewer, query)).scores;
}

/** The `top` industries, most deals first, then by name. */
export async function industryDistribution(
  viewer: Viewer,
  query: PipelineQuery,
  top = 3,
): Promise<Figures['industries']> {
  return (await figures(viewer, query)).industries.slice(0, top);
}

function figures(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  return cachedUntilCommit(matchingKey('figures', viewer, query), () => read(viewer, query));
}

/** Counts by score and meeting and by list of industries, each from a covering index. */
async function read(viewer: Viewer, query: PipelineQuery): Promise<Figures> {
  const { evaluationScore: score, meetingDays, industries } = pipelines;
  const where = matching(viewer, query);
  const [byScore, byIndustries] = await Promise.all([
    db
      .select({ score, meetingDays, deals: count() })
      .from(pipelines)
      .where(where)
      .groupBy(score, meetingDays),
    db.select({ industries, deals: count() }).from(pipelines).where(where).groupBy(industries),
  ]);
  const sum = (isCounted: (row: (typeof byScore)[number]) => boolean) =>
    byScore.reduce((deals, row) => deals + (isCounted(row) ? row.deals : 0), 0);
  return {
    total: sum(() => true),
    activeReviews: sum((row) => (row.score ?? 0) > 0),
    highPriority: sum((row) => row.meetingDays === 0),
    within30Days: sum((row) => row.meetingDays !== null && row.meetingDays <= 30),
    scores: Array.from({ length: BINS }, (_, bin) => sum((row) => binOf(row.score) === bin)),
    industries: dealsByIndustry(byIndustries),
  };
}

function binOf(score: number | null): number | undefined {
  return score === null ? undefined : Math.min(Math.trunc(score), BINS - 1);
}

/** A deal that names an industry twice counts once. */
function dealsByIndustry(lists: { industries: string[]; deals: number }[]): Figures['industries'] {
  const sums = new Map<string, number>();
  for (const { industries, deals } of lists) {
    for (const industry of new Set(industries)) {
      sums.set(industry, (sums.get(industry) ?? 0) + deals);
    }
  }
  return [...sums]
    .map(([industry, deals]) => ({ industry, deals }))
    .sort((a, b) => b.deals - a.deals || (a.industry < b.industry ? -1 : 1));
}
