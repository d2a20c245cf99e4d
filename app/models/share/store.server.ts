import { eq, gte, inArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type ChangedFields, pipelines, shares, type User } from '#db/schema';
import type { Viewer } from '~/models/access';
import { pipelineEntry, writeHistory } from '~/models/history/write.server';
import { today } from './schema';

/** Rows of pages for outsiders, within the transaction of a caller that has checked the rights. */

export const isNotOver = () => gte(shares.until, today());

/** Ends these pages. Returns what the history says of it, by the deal's id; nothing of pages that were over. */
export async function endShares(
  tx: Db,
  where: SQL | undefined,
): Promise<Map<number, ChangedFields>> {
  const { pipelineId, until } = shares;
  const ended = await tx.delete(shares).where(where).returning({ pipelineId, until });
  const days = new Map<number, string[]>();
  for (const { pipelineId, until } of ended)
    if (until >= today()) days.set(pipelineId, [...(days.get(pipelineId) ?? []), until]);
  return new Map([...days].map(([id, untils]) => [id, { shared: [untils, null] }]));
}

/** The pages of these deals are somebody else's from now on. */
export async function giveShares(tx: Db, dealIds: number[], userId: string): Promise<void> {
  await tx.update(shares).set({ userId }).where(inArray(shares.pipelineId, dealIds));
}

/** Ends the pages that a leaver has made, and those of their deals (rule 26.13). */
export async function endSharesOf(
  tx: Db,
  viewer: Viewer | undefined,
  { id: userId }: Pick<User, 'id'>,
): Promise<void> {
  const { id, companyName } = pipelines;
  const owned = tx.select({ id }).from(pipelines).where(eq(pipelines.userId, userId));
  const ended = await endShares(
    tx,
    or(eq(shares.userId, userId), inArray(shares.pipelineId, owned)),
  );
  const deals = await tx
    .select({ id, companyName })
    .from(pipelines)
    .where(inArray(id, [...ended.keys()]));
  const entries = deals.map((deal) => pipelineEntry(deal, 'changed', ended.get(deal.id)));
  await writeHistory(tx, viewer, entries);
}
