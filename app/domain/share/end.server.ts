import { and, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals, type FieldChanges, shares, type User } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { dealEvent, recordHistory } from '~/domain/history/record.server';
import { notFound } from '~/errors';
import { assertCanShareDeal } from './list.server';

export async function endShare(viewer: Viewer, dealId: number, id: number): Promise<void> {
  await transaction(async (tx) => {
    const deal = assertCanShareDeal(viewer, await getDealForUpdate(tx, viewer, dealId));
    const isShare = and(eq(shares.id, id), eq(shares.dealId, dealId));
    if (!(await tx.$count(shares, isShare))) throw notFound('Shared page not found');
    const fields = (await endShares(tx, isShare)).get(dealId);
    if (fields) await recordHistory(tx, viewer, [dealEvent(deal, 'changed', fields)]);
  });
}

/** Ends these shares. Returns the history fields by deal id, without shares that were already over. */
export async function endShares(
  tx: Db,
  where: SQL | undefined,
): Promise<Map<number, FieldChanges>> {
  const { dealId, until } = shares;
  const ended = await tx.delete(shares).where(where).returning({ dealId, until });
  const days = new Map<number, string[]>();
  for (const { dealId, until } of ended)
    if (until >= getUtcToday()) days.set(dealId, [...(days.get(dealId) ?? []), until]);
  return new Map([...days].map(([id, untils]) => [id, { shared: [untils, null] }]));
}

export async function endUserShares(
  tx: Db,
  viewer: Viewer | undefined,
  { id: userId }: Pick<User, 'id'>,
): Promise<void> {
  const { id, companyName } = deals;
  const owned = tx.select({ id }).from(deals).where(eq(deals.userId, userId));
  const ended = await endShares(tx, or(eq(shares.userId, userId), inArray(shares.dealId, owned)));
  const affectedDeals = await tx
    .select({ id, companyName })
    .from(deals)
    .where(inArray(id, [...ended.keys()]));
  const events = affectedDeals.map((deal) => dealEvent(deal, 'changed', ended.get(deal.id)));
  await recordHistory(tx, viewer, events);
}
