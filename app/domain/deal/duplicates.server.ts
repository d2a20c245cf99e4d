import { and, desc, eq, inArray, min, ne, not, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { visibleTo } from '~/domain/visibility.server';
import { env } from '~/env.server';
import { computeCompanyKeys, expandCompanyKeys, hasCompanyKey } from './company-key';
import type { DuplicateAnswer } from './json';

const MAX_DUPLICATES = 5;

/** Exceeds `MAX_DUPLICATES`, because a candidate's name may only be spelled alike. */
const MAX_CANDIDATES = 20;

const ownerColumns = { id: users.id, firstName: users.firstName, email: users.email };

const duplicateColumns = {
  id: deals.id,
  companyName: deals.companyName,
  fundingRound: deals.fundingRound,
  createdAt: deals.createdAt,
  owner: ownerColumns,
};

export async function findDuplicates(viewer: Viewer, companyName: string, excludedId?: number) {
  const keys = computeCompanyKeys(companyName);
  const candidates = await db
    .select(duplicateColumns)
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(
      and(hasLikelyKey(keys), visibleTo(viewer), excludedId ? ne(deals.id, excludedId) : undefined),
    )
    .orderBy(desc(deals.createdAt), desc(deals.id))
    .limit(MAX_CANDIDATES);
  return candidates
    .filter((deal) => hasCompanyKey(deal.companyName, keys))
    .slice(0, MAX_DUPLICATES);
}

type DuplicateDeal = Awaited<ReturnType<typeof findDuplicates>>[number];

/**
 * Returns at most five colleagues who own hidden deals of the company, and since when. Empty unless
 * NAME_COLLEAGUES_DEALS is set.
 */
export async function findHiddenDuplicateOwners(viewer: Viewer, companyName: string) {
  const isVisible = visibleTo(viewer);
  if (!env.NAME_COLLEAGUES_DEALS || !isVisible) return [];
  const keys = computeCompanyKeys(companyName);
  const since = min(deals.createdAt);
  const rows = await db
    .select({
      companyName: deals.companyName,
      since: since.mapWith(deals.createdAt),
      owner: { ...ownerColumns, lastName: users.lastName },
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(hasLikelyKey(keys), not(isVisible)))
    .groupBy(users.id, deals.companyName)
    .orderBy(desc(since), users.id);
  const matches = rows.filter((row) => hasCompanyKey(row.companyName, keys));
  // The map keeps each owner's last row, which is their first deal.
  const ownersById = new Map(
    matches.map(({ owner, since }) => [owner.id, { owner, since: since! }]),
  );
  return [...ownersById.values()]
    .sort((left, right) => right.since.getTime() - left.since.getTime())
    .slice(0, MAX_DUPLICATES);
}

/** Excludes the empty key, which deals have until `backfillCompanyKeys` is done. */
export function hasLikelyKey(keys: string[]): SQL | undefined {
  return and(inArray(deals.companyKey, expandCompanyKeys(keys)), ne(deals.companyKey, ''));
}

export async function getDuplicatesJson(
  viewer: Viewer,
  companyName: string,
  excludedId: number,
): Promise<{ possibleDuplicates?: DuplicateAnswer[] }> {
  const [duplicates, colleagues] = await Promise.all([
    findDuplicates(viewer, companyName, excludedId),
    findHiddenDuplicateOwners(viewer, companyName),
  ]);
  const possibleDuplicates = [
    ...duplicates.map(({ id, companyName, fundingRound, createdAt, owner }) => ({
      id,
      companyName,
      fundingRound,
      ...toDuplicateJson(createdAt, owner),
    })),
    ...colleagues.map(({ since, owner }) => toDuplicateJson(since, owner)),
  ];
  return possibleDuplicates.length ? { possibleDuplicates } : {};
}

function toDuplicateJson(since: Date, { firstName, email }: DuplicateDeal['owner']) {
  return { createdAt: since.toISOString(), owner: { firstName, email } };
}
