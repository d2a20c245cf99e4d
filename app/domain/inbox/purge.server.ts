import { and, eq, inArray, lt, or } from 'drizzle-orm';
import type { Db } from '#db/client';
import { inboxItems } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { DAY_MS } from '~/domain/date/calendar-day';
import { recordHistory } from '~/domain/history/record.server';
import { inboxEvent } from './event';

export const DECIDED_RETENTION_DAYS = 180;
export const JUNK_RETENTION_DAYS = 30;

const MAX_PURGED_ITEMS = 1_000;

/**
 * Deletes items that were decided on 180 days before `now` (see `getDeletionTime`), and junk of 30
 * days. Returns their number.
 */
export async function purgeInbox(now: Date): Promise<number> {
  const isOlder = (days: number) =>
    lt(inboxItems.decidedAt, new Date(now.getTime() - days * DAY_MS));
  const isExpired = or(
    and(eq(inboxItems.state, 'junk'), isOlder(JUNK_RETENTION_DAYS)),
    and(inArray(inboxItems.state, ['accepted', 'declined']), isOlder(DECIDED_RETENTION_DAYS)),
  );
  return transactionUsingReserve(async (tx) => {
    const expired = await tx
      .select({ id: inboxItems.id, companyName: inboxItems.companyName })
      .from(inboxItems)
      .where(isExpired)
      .limit(MAX_PURGED_ITEMS);
    await deleteItems(tx, expired);
    return expired.length;
  });
}

export async function purgeItemsOfDeals(tx: Db, dealIds: number[]): Promise<void> {
  const isOfDeals = and(eq(inboxItems.state, 'accepted'), inArray(inboxItems.dealId, dealIds));
  const { id, companyName } = inboxItems;
  await deleteItems(tx, await tx.select({ id, companyName }).from(inboxItems).where(isOfDeals));
}

async function deleteItems(
  tx: Db,
  items: { id: number; companyName: string | null }[],
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await tx.delete(inboxItems).where(inArray(inboxItems.id, ids));
  await recordHistory(
    tx,
    undefined,
    items.map((item) => inboxEvent(item, 'purged')),
  );
}
