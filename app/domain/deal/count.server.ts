import { count, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listTopIndustries } from './count-industries.server';
import { buildDealCacheKey, buildDealFilter } from './filter.server';
import type { PartFilter } from './filters';
import type { DealQuery } from './query';

interface DealFigures {
  total: number;
  activeReviews: number;
  highPriority: number;
  within30Days: number;
  /** Deals with a score in [n, n + 1), for n from 0 to 9; the last includes 10. */
  scores: number[];
}

type DashboardStats = Pick<
  DealFigures,
  'total' | 'activeReviews' | 'highPriority' | 'within30Days'
>;

const SCORE_BINS = 10;

export async function countDeals(viewer: Viewer, query: DealQuery): Promise<number> {
  return cacheUntilCommit(buildDealCacheKey('count', viewer, query), async () =>
    db.$count(deals, await buildDealFilter(viewer, query)),
  );
}

export async function getDashboardFigures(viewer: Viewer, query: DealQuery) {
  const whole = { ...query, part: undefined };
  const [{ scores, ...stats }, distribution] = await Promise.all([
    getDealFigures(viewer, whole),
    listTopIndustries(viewer, whole),
  ]);
  return { stats, distribution, scores, listed: getListedCount(stats, query.part) };
}

function getListedCount(stats: DashboardStats, part: PartFilter | undefined): number {
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

function getDealFigures(viewer: Viewer, query: DealQuery): Promise<DealFigures> {
  return cacheUntilCommit(buildDealCacheKey('figures', viewer, query), () =>
    computeFigures(viewer, query),
  );
}

async function computeFigures(viewer: Viewer, query: DealQuery): Promise<DealFigures> {
  const { evaluationScore: score, meetingDays } = deals;
  const byScore = await db
    .select({
      score,
      deals: count(),
      urgent: sql<number>`count(iif(${meetingDays} = 0, 1, null))`,
      soon: sql<number>`count(iif(${meetingDays} <= 30, 1, null))`,
    })
    .from(deals)
    .where(await buildDealFilter(viewer, query))
    .groupBy(score);
  type Row = (typeof byScore)[number];
  const sumRows = (getValue: (row: Row) => number) =>
    byScore.reduce((all, row) => all + getValue(row), 0);
  const countDealsWhere = (isCounted: (row: Row) => boolean) =>
    sumRows((row) => (isCounted(row) ? row.deals : 0));
  return {
    total: sumRows(({ deals }) => deals),
    activeReviews: countDealsWhere((row) => (row.score ?? 0) > 0),
    highPriority: sumRows(({ urgent }) => urgent),
    within30Days: sumRows(({ soon }) => soon),
    scores: Array.from({ length: SCORE_BINS }, (_, bin) =>
      countDealsWhere((row) => getScoreBin(row.score) === bin),
    ),
  };
}

function getScoreBin(score: number | null): number | undefined {
  return score === null ? undefined : Math.min(Math.trunc(score), SCORE_BINS - 1);
}
