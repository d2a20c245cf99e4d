import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  lte,
  max,
  min,
  ne,
  or,
  sql,
} from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { Page } from '~/domain/pagination';
import { getVisibilityKey, visibleTo } from '~/domain/visibility.server';

const NEWEST_FIRST = [desc(deals.createdAt), desc(deals.id)];

/** Equal for Müller, Mueller and Muller (rule 16.80). */
const normalizedSpelling = sql<string>`replace(replace(replace(${deals.companyKey}, 'ae', 'a'), 'oe', 'o'), 'ue', 'u')`;

export async function countDuplicateGroups(viewer: Viewer): Promise<number> {
  return cacheUntilCommit(buildCacheKey(viewer), () =>
    db.$count(selectGroups(viewer).as('companies')),
  );
}

export async function listDuplicateGroups(viewer: Viewer, { limit, offset }: Page) {
  return cacheUntilCommit(`${buildCacheKey(viewer)} ${limit} ${offset}`, async () =>
    selectGroups(viewer)
      .orderBy(desc(sql`deals`), asc(sql`spelling`))
      .limit(limit)
      .offset(offset),
  );
}

function buildCacheKey(viewer: Viewer): string {
  return `duplicates ${getVisibilityKey(viewer)}`;
}

/**
 * Separates Blue from Blu; joins Mueller and Muller if there is a Müller. Reads the index
 * `pipelines_company` alone, apart from names of two spellings.
 */
function selectGroups(viewer: Viewer) {
  const groups = db
    .select({
      key: normalizedSpelling.as('spelling'),
      deals: count().as('deals'),
      keys: countDistinct(deals.companyKey).as('keys'),
      first: min(deals.companyKey).as('first'),
      last: max(deals.companyKey).as('last'),
    })
    .from(deals)
    .where(and(ne(deals.companyKey, ''), visibleTo(viewer)))
    .groupBy(normalizedSpelling)
    .having(gt(count(), 1))
    .as('groups');
  const isSpelledOut = exists(
    db
      .select({ id: deals.id })
      .from(deals)
      .where(
        and(
          or(eq(deals.companyKey, groups.first), eq(deals.companyKey, groups.last)),
          sql`${deals.companyName} glob '*[äöüÄÖÜ]*'`,
        ),
      ),
  );
  return db
    .select({ key: groups.key, deals: groups.deals })
    .from(groups)
    .where(or(gt(groups.deals, groups.keys), isSpelledOut));
}

/** Filters by an id list, which SQLite finds in the same index. */
const isInGroups = (keys: string[]) =>
  inArray(
    deals.id,
    db.select({ id: deals.id }).from(deals).where(inArray(normalizedSpelling, keys)),
  );

export async function listNewestInGroups(viewer: Viewer, keys: string[], maxPerGroup: number) {
  const ranked = db
    .select({
      id: deals.id,
      rank: sql<number>`row_number() over (partition by ${normalizedSpelling}
        order by ${deals.createdAt} desc, ${deals.id} desc)`.as('rank'),
    })
    .from(deals)
    .where(and(isInGroups(keys), visibleTo(viewer)))
    .as('ranked');
  return db
    .select({
      id: deals.id,
      key: normalizedSpelling,
      companyName: deals.companyName,
      fundingRound: deals.fundingRound,
      createdAt: deals.createdAt,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(ranked)
    .innerJoin(deals, eq(deals.id, ranked.id))
    .innerJoin(users, eq(users.id, deals.userId))
    .where(lte(ranked.rank, maxPerGroup))
    .orderBy(...NEWEST_FIRST);
}

export async function listGroupDeals(viewer: Viewer, key: string, limit: number) {
  const isInGroup = and(or(isInGroups([key]), eq(deals.companyKey, key)), visibleTo(viewer));
  const rows = await db
    .select({ deal: deals, owner: users })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(isInGroup)
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
  return { rows, total: await db.$count(deals, isInGroup) };
}

export type GroupDeal = Awaited<ReturnType<typeof listGroupDeals>>['rows'][number];
