import { and, desc, eq, inArray, min, ne, not, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { env } from '~/env.server';
import type { Viewer } from '~/models/access';
import { visibleTo } from '~/models/visibility.server';
import { companyKey, companyKeys, isOfCompany, likelyKeys } from './company-key';
import type { Duplicate } from './json';
import { setTimeout as sleep } from 'node:timers/promises';
import { inChunks } from '#db/chunks';
import { transaction } from '#db/transaction';

const MOST = 5;
/** The most candidates that are read; some may be of a company that is only spelled alike. */
const MOST_LIKELY = 20;

const owner = { id: users.id, firstName: users.firstName, email: users.email };
const duplicateColumns = {
  id: pipelines.id,
  companyName: pipelines.companyName,
  fundingRound: pipelines.fundingRound,
  createdAt: pipelines.createdAt,
  owner,
};

/** The newest visible deals of the same company (rule 16.80), at most five, without `except`. */
export async function findDuplicates(viewer: Viewer, companyName: string, except?: number) {
  const keys = companyKeys(companyName);
  const candidates = await db
    .select(duplicateColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(maybeOf(keys), visibleTo(viewer), except ? ne(pipelines.id, except) : undefined))
    .orderBy(desc(pipelines.createdAt), desc(pipelines.id))
    .limit(MOST_LIKELY);
  return candidates.filter((deal) => isOfCompany(deal.companyName, keys)).slice(0, MOST);
}
export type DuplicateDeal = Awaited<ReturnType<typeof findDuplicates>>[number];

/**
 * At most five colleagues who have the company in deals that the viewer may not see, and since
 * when. Always empty unless NAME_COLLEAGUES_DEALS is set.
 */
export async function findColleagues(viewer: Viewer, companyName: string) {
  const seen = visibleTo(viewer);
  if (!env.NAME_COLLEAGUES_DEALS || !seen) return [];
  const keys = companyKeys(companyName);
  const since = min(pipelines.createdAt);
  const rows = await db
    .select({
      companyName: pipelines.companyName,
      since: since.mapWith(pipelines.createdAt),
      owner: { ...owner, lastName: users.lastName },
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(maybeOf(keys), not(seen)))
    .groupBy(users.id, pipelines.companyName)
    .orderBy(desc(since), users.id);
  const matches = rows.filter((row) => isOfCompany(row.companyName, keys));
  // The first deal of a colleague comes last, so it is the one that the map keeps.
  const first = new Map(matches.map(({ owner, since }) => [owner.id, { owner, since: since! }]));
  return [...first.values()]
    .sort((left, right) => right.since.getTime() - left.since.getTime())
    .slice(0, MOST);
}

/** A name has the key '' only before its deal is stored, or until `storeCompanyKeys` is done. */
function maybeOf(keys: string[]): SQL | undefined {
  return and(inArray(pipelines.companyKey, likelyKeys(keys)), ne(pipelines.companyKey, ''));
}

/** The same for the API: `{ possibleDuplicates }`, empty if there are none. */
export async function duplicatesJson(
  viewer: Viewer,
  companyName: string,
  except: number,
): Promise<{ possibleDuplicates?: Duplicate[] }> {
  const [duplicates, colleagues] = await Promise.all([
    findDuplicates(viewer, companyName, except),
    findColleagues(viewer, companyName),
  ]);
  const possibleDuplicates = [
    ...duplicates.map(({ id, companyName, fundingRound, createdAt, owner }) => ({
      id,
      companyName,
      fundingRound,
      ...duplicateJson(createdAt, owner),
    })),
    ...colleagues.map(({ since, owner }) => duplicateJson(since, owner)),
  ];
  return possibleDuplicates.length ? { possibleDuplicates } : {};
}

function duplicateJson(since: Date, { firstName, email }: DuplicateDeal['owner']) {
  return { createdAt: since.toISOString(), owner: { firstName, email } };
}

/** Deals that are read at once, and that a transaction writes. */
const READ = 500;
const WRITTEN = 100;
/** In ms, after each of them: others' requests need several turns. */
const PAUSE = 10;

interface Named {
  id: number;
  companyName: string;
}

/**
 * Stores the keys of deals from before there were keys. A change of `companyKey` comes with a
 * migration that empties them all.
 */
export async function storeCompanyKeys(): Promise<void> {
  const { id, companyName, companyKey: key } = pipelines;
  for (;;) {
    const candidates = await db
      .select({ id, companyName })
      .from(pipelines)
      .where(eq(key, ''))
      .limit(READ);
    const deals = candidates.filter(({ companyName }) => companyKey(companyName));
    if (!deals.length) break;
    for await (const chunk of inChunks(deals, WRITTEN)) {
      await storeKeys(chunk);
      await sleep(PAUSE);
    }
  }
}

/** Leaves out deals that have got another name since they were read. */
async function storeKeys(deals: Named[]): Promise<void> {
  await transaction(async (tx) => {
    const { id, companyName } = pipelines;
    const store = tx
      .update(pipelines)
      .set({ companyKey: sql`${sql.placeholder('key')}` })
      .where(and(eq(id, sql.placeholder('id')), eq(companyName, sql.placeholder('companyName'))))
      .prepare();
    for (const deal of deals) await store.execute({ ...deal, key: companyKey(deal.companyName) });
  });
}
