import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { type Merge, merges, pipelines, trash } from '#db/schema';
import type { Viewer } from '~/models/access';
import { visibleTo } from '~/models/visibility.server';

/** Which deals are part of which others now. */

/** A merge can be split for as long as its loser is in the trash. */
export const SPLIT_DAYS = 30;
const SPLIT_TIME = SPLIT_DAYS * 86_400_000;

export function isSplittable({ mergedAt }: { mergedAt: Date | number }): boolean {
  return mergedAt.valueOf() > Date.now() - SPLIT_TIME;
}

const isStanding = isNull(merges.splitAt);

/** Merges that were not split, oldest first; `mergedAt` in ms since 1970. */
async function standingMerges() {
  return cachedUntilCommit('merges', async () => {
    const { id, winnerId, loserId, loserName, mergedAt } = merges;
    const rows = await db
      .select({ id, winnerId, loserId, loserName, mergedAt })
      .from(merges)
      .where(isStanding)
      .orderBy(id);
    return rows.map((row) => ({ ...row, mergedAt: row.mergedAt.getTime() }));
  });
}
export type StandingMerge = Awaited<ReturnType<typeof standingMerges>>[number];

/** The merges of deals into this one, oldest first. */
export async function mergesInto(id: number): Promise<StandingMerge[]> {
  return (await standingMerges()).filter(({ winnerId }) => winnerId === id);
}

/** The deal that this one is part of, if the viewer sees it. */
export async function whereMerged(
  viewer: Viewer,
  id: number,
): Promise<{ from: number; to: number } | undefined> {
  const intoById = new Map(
    (await standingMerges()).map((merge) => [merge.loserId, merge.winnerId]),
  );
  let to = id;
  for (let next = intoById.get(id); next; next = intoById.get(next)) to = next;
  if (to === id) return undefined;
  const seen = await db.$count(pipelines, and(eq(pipelines.id, to), visibleTo(viewer)));
  return seen ? { from: id, to } : undefined;
}

/** The deal and all that are part of it, as the history has their ids. */
export async function subjectIds(id: number): Promise<string[]> {
  const ids = [id];
  for (const mergedId of ids)
    ids.push(...(await mergesInto(mergedId)).map(({ loserId }) => loserId));
  return ids.map(String);
}

/** The condition for the merge whose loser is this entry of the trash. */
export function isOfEntry(trashId: number | typeof trash.id): SQL | undefined {
  return and(eq(merges.trashId, trashId), isStanding);
}

export async function mergeOfEntry(from: Db, trashId: number): Promise<Merge | undefined> {
  const [merge] = await from.select().from(merges).where(isOfEntry(trashId));
  return merge;
}
