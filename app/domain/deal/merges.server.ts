import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { deals, type Merge, merges, trash } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { DAY_MS } from '~/domain/date/calendar-day';
import { readableBy } from '~/domain/visibility.server';

/** Merges can be split while the loser is in the trash. */
export const MAX_SPLIT_DAYS = 30;
const MAX_SPLIT_MS = MAX_SPLIT_DAYS * DAY_MS;

export function isSplittable({ mergedAt }: { mergedAt: Date }): boolean {
  return mergedAt.getTime() > Date.now() - MAX_SPLIT_MS;
}

const isNotSplit = isNull(merges.splitAt);

export async function listSplittableMerges(winner: number, limit: number) {
  const { id, winnerId, loserName, mergedAt } = merges;
  const isRecent = gt(mergedAt, new Date(Date.now() - MAX_SPLIT_MS));
  const rows = await db
    .select({ id, loserName, mergedAt })
    .from(merges)
    .where(and(eq(winnerId, winner), isNotSplit, isRecent))
    .orderBy(desc(id))
    .limit(limit);
  return rows.reverse();
}

export async function listMergesAt(tx: Db, winner: number, moments: Date[]) {
  const { winnerId, loserId, mergedAt } = merges;
  return tx
    .select({ loserId, mergedAt })
    .from(merges)
    .where(and(eq(winnerId, winner), inArray(mergedAt, moments), isNotSplit));
}

/** Checks whether a deal lies in the trash because it was merged into another one. */
export async function isMerged(tx: Db, dealId: number): Promise<boolean> {
  return (await tx.$count(merges, and(eq(merges.loserId, dealId), isNotSplit))) > 0;
}

const MAX_MERGES_FOLLOWED = 10_000;

export async function findFinalWinner(
  viewer: Viewer,
  id: number,
): Promise<{ from: number; to: number } | undefined> {
  const [last] = db.all<{ id: number }>(sql`
    with recursive winner(id, step) as (
      select ${id}, 0
      union
      select ${merges.winnerId}, step + 1
      from winner join ${merges} on ${merges.loserId} = winner.id and ${isNotSplit}
      where step < ${MAX_MERGES_FOLLOWED})
    select id from winner order by step desc limit 1`);
  const to = last!.id;
  if (to === id) return undefined;
  const isVisible = await db.$count(deals, and(eq(deals.id, to), readableBy(viewer)));
  return isVisible ? { from: id, to } : undefined;
}

/** Returns the ids of deals and of all deals merged into them. */
export async function listIdsWithMerged(tx: Db, ids: number[]): Promise<number[]> {
  const rows = tx.all<{ id: number }>(sql`
    with recursive part(id) as (
      select value from json_each(${JSON.stringify(ids)})
      union
      select ${merges.loserId}
      from part join ${merges} on ${merges.winnerId} = part.id and ${isNotSplit})
    select id from part`);
  return rows.map(({ id }) => id);
}

export function isMergeOfTrashEntry(trashId: number | typeof trash.id): SQL | undefined {
  return and(eq(merges.trashId, trashId), isNotSplit);
}

export async function findMergeByTrashEntry(tx: Db, trashId: number): Promise<Merge | undefined> {
  const [merge] = await tx.select().from(merges).where(isMergeOfTrashEntry(trashId));
  return merge;
}

export const MAX_LISTED_MERGES = 20;
