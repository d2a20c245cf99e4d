import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { type Merge, merges, pipelines, trash } from '#db/schema';
import type { Viewer } from '~/models/access';
import { visibleTo } from '~/models/visibility.server';

/** Which deals are part of which others now. */

/** A merge can be split for as long as its loser is in the trash. */
export const SPLIT_DAYS = 30;
const SPLIT_TIME = SPLIT_DAYS * 86_400_000;

export function isSplittable({ mergedAt }: { mergedAt: Date }): boolean {
  return mergedAt.getTime() > Date.now() - SPLIT_TIME;
}

const isStanding = isNull(merges.splitAt);

/** Returns the latest merges of deals into this one that can be split, oldest first. */
export async function listSplittable(winner: number, limit: number) {
  const { id, winnerId, loserName, mergedAt } = merges;
  const isRecent = gt(mergedAt, new Date(Date.now() - SPLIT_TIME));
  const rows = await db
    .select({ id, loserName, mergedAt })
    .from(merges)
    .where(and(eq(winnerId, winner), isStanding, isRecent))
    .orderBy(desc(id))
    .limit(limit);
  return rows.reverse();
}

/** Returns the merges into this deal at these moments that were not split. */
export async function findMergesAt(from: Db, winner: number, moments: Date[]) {
  const { winnerId, loserId, mergedAt } = merges;
  return from
    .select({ loserId, mergedAt })
    .from(merges)
    .where(and(eq(winnerId, winner), inArray(mergedAt, moments), isStanding));
}

const MAX_MERGES_FOLLOWED = 10_000;

/** The deal that this one is part of, if the viewer sees it. */
export async function whereMerged(
  viewer: Viewer,
  id: number,
): Promise<{ from: number; to: number } | undefined> {
  const [last] = db.all<{ id: number }>(sql`
    with recursive winner(id, step) as (
      select ${id}, 0
      union
      select ${merges.winnerId}, step + 1
      from winner join ${merges} on ${merges.loserId} = winner.id and ${isStanding}
      where step < ${MAX_MERGES_FOLLOWED})
    select id from winner order by step desc limit 1`);
  const to = last!.id;
  if (to === id) return undefined;
  const seen = await db.$count(pipelines, and(eq(pipelines.id, to), visibleTo(viewer)));
  return seen ? { from: id, to } : undefined;
}

/** The deal and all that are part of it, as the history has their ids. */
export async function subjectIds(id: number): Promise<string[]> {
  const rows = db.all<{ id: number }>(sql`
    with recursive part(id) as (
      select ${id}
      union
      select ${merges.loserId}
      from part join ${merges} on ${merges.winnerId} = part.id and ${isStanding})
    select id from part`);
  return rows.map((row) => String(row.id));
}

/** The condition for the merge whose loser is this entry of the trash. */
export function isOfEntry(trashId: number | typeof trash.id): SQL | undefined {
  return and(eq(merges.trashId, trashId), isStanding);
}

export async function mergeOfEntry(from: Db, trashId: number): Promise<Merge | undefined> {
  const [merge] = await from.select().from(merges).where(isOfEntry(trashId));
  return merge;
}
