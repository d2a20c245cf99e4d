import { and, count, desc, inArray, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db, getDatabasePath } from '#db/client';
import { dealIndustries, deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { isWithinTimeLimit } from '~/domain/search/search-texts.server';
import { env } from '~/env.server';
import { DomainError } from '~/errors';
import { runQuery } from '~/jobs/threads/pool.server';
import { buildDealCacheKey, buildDealFilter } from './filter.server';
import { type DealQuery, parseDealQuery } from './query';

interface CountedIndustry {
  industry: string;
  deals: number;
}

/**
 * Returns the `top` industries, most deals first, then by name. A deal counts once for an industry
 * that it names twice.
 */
export async function listTopIndustries(
  viewer: Viewer,
  query: DealQuery,
  top = 3,
): Promise<CountedIndustry[]> {
  return (await getIndustryCounts(viewer, query)).slice(0, top);
}

/** Omits the rarest industries beyond this, because deals can name any number of 100 characters. */
const MAX_COUNTED_INDUSTRIES = 500;

/** Counts in a thread beyond this; each name has up to 100 characters. */
const MAX_MAIN_THREAD_NAMES = 60_000;

/** Gives up counting after this time, for example with 500,000 names of 100 characters. */
const COUNT_TIMEOUT_MS = 2_000;

/** Returns none while too many counts wait, because the list itself matters more. */
async function getIndustryCounts(viewer: Viewer, query: DealQuery): Promise<CountedIndustry[]> {
  const key = buildDealCacheKey('industries', viewer, query);
  return cacheUntilCommit(key, () => countIndustries(viewer, query)).catch((error) => {
    if (error instanceof DomainError && error.kind === 'busy') return [];
    throw error;
  });
}

async function countIndustries(viewer: Viewer, query: DealQuery): Promise<CountedIndustry[]> {
  const { industry, pipelineId } = dealIndustries;
  const where = await buildDealFilter(viewer, query);
  const matchingIds = where && db.select({ id: deals.id }).from(deals).where(where);
  const isInThread = await hasMoreIndustryNames(MAX_MAIN_THREAD_NAMES);
  const dealCount = count();
  const counted = db
    .select({ industry, deals: dealCount })
    .from(dealIndustries)
    .where(
      and(
        isInThread ? isWithinTimeLimit(pipelineId) : undefined,
        matchingIds && inArray(pipelineId, matchingIds),
      ),
    )
    .groupBy(industry)
    .orderBy(desc(dealCount), industry)
    .limit(MAX_COUNTED_INDUSTRIES);
  if (!isInThread) return counted;
  const path = getDatabasePath(env.DATABASE_URL);
  const rows = await runQuery('count', { path, ...counted.toSQL(), timeoutMs: COUNT_TIMEOUT_MS });
  return (rows ?? []).map(([industry, deals]) => ({ industry, deals }) as CountedIndustry);
}

/** Reads the highest row id, which also counts deleted rows but takes no time. */
async function hasMoreIndustryNames(limit: number): Promise<boolean> {
  const [last] = await db.select({ n: sql<number | null>`max(rowid)` }).from(dealIndustries);
  return (last?.n ?? 0) > limit;
}

const compareNames = new Intl.Collator('en').compare;

/**
 * Returns the industries of the visible deals with their number of deals: first those that are
 * always offered, even without deals, then the others by name.
 */
export async function listOfferedIndustries(
  viewer: Viewer,
  alwaysOffered: readonly string[],
): Promise<CountedIndustry[]> {
  const tallies = await getIndustryCounts(viewer, parseDealQuery());
  const counts = new Map(tallies.map(({ industry, deals }) => [industry, deals]));
  const otherIndustries = tallies
    .map(({ industry }) => industry)
    .filter((industry) => !alwaysOffered.includes(industry))
    .sort(compareNames);
  return [...alwaysOffered, ...otherIndustries].map((industry) => ({
    industry,
    deals: counts.get(industry) ?? 0,
  }));
}
