import { count, desc, inArray } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db, getDatabasePath } from '#db/client';
import { dealIndustries, deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { env } from '~/env.server';
import { runQuery } from '~/jobs/threads/pool.server';
import { buildDealCacheKey, buildDealFilter } from './filter.server';
import { ALL_DEALS, type DealQuery } from './query';

interface CountedIndustry {
  industry: string;
  deals: number;
}

export async function listTopIndustries(
  viewer: Viewer,
  query: DealQuery,
  top = 3,
): Promise<CountedIndustry[]> {
  return (await getIndustryCounts(viewer, query)).slice(0, top);
}

/** Omits the rarest industries beyond this, because deals can name any number of 100 characters. */
const MAX_COUNTED_INDUSTRIES = 500;

function getIndustryCounts(viewer: Viewer, query: DealQuery): Promise<CountedIndustry[]> {
  const key = buildDealCacheKey('industries', viewer, query);
  return cacheUntilCommit(key, () => countIndustries(viewer, query, MAX_COUNTED_INDUSTRIES));
}

/** Counting the industries of so many rows takes 10 ms. */
const MAX_INLINE_ROWS = 20_000;
const COUNT_TIMEOUT_MS = 3_000;

export async function countIndustries(
  viewer: Viewer,
  query: DealQuery,
  limit: number,
): Promise<CountedIndustry[]> {
  const { industry, dealId } = dealIndustries;
  const where = await buildDealFilter(viewer, query);
  const matchingIds = where && db.select({ id: deals.id }).from(deals).where(where);
  const dealCount = count();
  const counted = db
    .select({ industry, deals: dealCount })
    .from(dealIndustries)
    .where(matchingIds && inArray(dealId, matchingIds))
    .groupBy(industry)
    .orderBy(desc(dealCount), industry)
    .limit(limit);
  const rows = await cacheUntilCommit('industry rows', () => db.$count(dealIndustries));
  if (rows <= MAX_INLINE_ROWS) return counted;
  const path = getDatabasePath(env.DATABASE_URL);
  const found = await runQuery({ path, ...counted.toSQL(), timeoutMs: COUNT_TIMEOUT_MS });
  return found!.map(([name, number]) => ({ industry: name as string, deals: number as number }));
}

const compareNames = new Intl.Collator('en').compare;

export async function listOfferedIndustries(
  viewer: Viewer,
  alwaysOffered: readonly string[],
): Promise<CountedIndustry[]> {
  const tallies = await getIndustryCounts(viewer, ALL_DEALS);
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
