import { and, count, desc, eq, isNull, lte, max } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { deals, transfers, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDisplayName } from '~/domain/person/names';
import { personColumns } from '~/domain/user/columns.server';

const MAX_SENDERS = 3;

const MAX_NAMED_DEALS = 5;

const isReceivedBy = (viewer: Viewer) =>
  and(eq(transfers.toId, viewer.id), eq(deals.userId, viewer.id));

const isSentBy = (senderId: string | null) =>
  senderId === null ? isNull(transfers.byId) : eq(transfers.byId, senderId);

/**
 * Lists received transfers that are not dismissed, by sender (null if deleted since), the latest
 * first; `until` is the time of the latest one in ms.
 */
export async function listReceivedTransfers(viewer: Viewer) {
  return cacheUntilCommit(`transfers ${viewer.id}`, () => selectReceivedTransfers(viewer));
}

async function selectReceivedTransfers(viewer: Viewer) {
  const senders = await db
    .select({
      senderId: transfers.byId,
      sender: personColumns,
      deals: count(),
      latest: max(transfers.at),
    })
    .from(transfers)
    .innerJoin(deals, eq(deals.id, transfers.dealId))
    .leftJoin(users, eq(users.id, transfers.byId))
    .where(isReceivedBy(viewer))
    .groupBy(transfers.byId)
    .orderBy(desc(max(transfers.at)))
    .limit(MAX_SENDERS);
  return Promise.all(
    senders.map(async ({ senderId, sender, deals, latest }) => ({
      senderId,
      sender: sender ? getDisplayName(sender) : undefined,
      deals,
      listedDeals: await listTransferredDeals(viewer, senderId),
      until: latest!.getTime(),
    })),
  );
}

export type TransferNotice = Awaited<ReturnType<typeof listReceivedTransfers>>[number];

async function listTransferredDeals(viewer: Viewer, senderId: string | null) {
  return db
    .select({ id: deals.id, company: deals.companyName })
    .from(transfers)
    .innerJoin(deals, eq(deals.id, transfers.dealId))
    .where(and(isReceivedBy(viewer), isSentBy(senderId)))
    .orderBy(desc(transfers.at), deals.companyName, deals.id)
    .limit(MAX_NAMED_DEALS);
}

export async function dismissTransfers(
  viewer: Viewer,
  senderId: string | null,
  until: Date,
): Promise<number> {
  return transaction(async (tx) => {
    const condition = and(
      eq(transfers.toId, viewer.id),
      isSentBy(senderId),
      lte(transfers.at, until),
    );
    const dismissed = await tx.delete(transfers).where(condition).returning({ at: transfers.at });
    return dismissed.length;
  });
}
