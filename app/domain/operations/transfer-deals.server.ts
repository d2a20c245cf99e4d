import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { collaborators, deals, shares, transfers, users } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { changeCollaborators, insertCollaborators } from '~/domain/collaborator/change.server';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import { dealEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { endShares } from '~/domain/share/end.server';
import { transferShares } from '~/domain/share/transfer.server';
import { findNewOwner, type NewOwner } from '~/domain/user/find-new-owner.server';
import { getDisplayName } from '~/domain/user/names';
import { manageableBy } from '~/domain/visibility.server';

const MAX_CHUNK_DEALS = 50;

interface TransferOptions {
  becomesCollaborator?: boolean;
  keepsShares?: boolean;
}

/** Transfers a deal to the user with this email. Returns both names. Throws 403, 404, and 400 (`findNewOwner`). */
export async function transferDeal(
  viewer: Viewer,
  id: number,
  email: string,
  options: TransferOptions = {},
): Promise<{ company: string; newOwner: string }> {
  return transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, id);
    const newOwner = await findNewOwner(tx, email);
    await transferMatchingDeals(tx, viewer, newOwner, eq(deals.id, id), options);
    return { company: deal.companyName, newOwner: getDisplayName(newOwner) };
  });
}

/**
 * Transfers the deals that the viewer manages; `alreadyOwned` is the number that the user has
 * already. Throws 400 (`findNewOwner`).
 */
export async function transferDeals(
  viewer: Viewer,
  ids: number[],
  email: string,
): Promise<{ newOwner: string; handedOver: number; already: number; operationId?: string }> {
  return transaction(async (tx) => {
    const newOwner = await findNewOwner(tx, email);
    const chosen = and(inArray(deals.id, ids), manageableBy(viewer));
    const dealCount = await tx.$count(deals, chosen);
    const handedOver = await transferMatchingDeals(tx, viewer, newOwner, chosen);
    const operationId = handedOver ? getTransactionId() : undefined;
    return {
      newOwner: getDisplayName(newOwner),
      handedOver,
      already: dealCount - handedOver,
      operationId,
    };
  });
}

/** Transfers the deals that `condition` finds, except the new owner's. Returns their number. */
export async function transferMatchingDeals(
  tx: Db,
  viewer: Viewer,
  newOwner: NewOwner,
  condition: SQL | undefined,
  { becomesCollaborator, keepsShares, ...written }: Operation & TransferOptions = {},
): Promise<number> {
  const { id, companyName } = deals;
  const transferredDeals = (
    await tx
      .select({ id, companyName, userId: deals.userId, owner: users.email })
      .from(deals)
      .innerJoin(users, eq(users.id, deals.userId))
      .where(condition)
  ).filter(({ userId }) => userId !== newOwner.id);
  const { at = new Date() } = written;
  const change = {
    userId: newOwner.id,
    submission: null,
    version: sql`${deals.version} + 1`,
    updatedAt: at,
  };
  for await (const chunk of iterateChunks(transferredDeals, MAX_CHUNK_DEALS)) {
    const ids = chunk.map((deal) => deal.id);
    await tx.update(deals).set(change).where(inArray(deals.id, ids));
    await notifyNewOwner(tx, viewer, newOwner, ids, at);
    const isOwner = and(
      inArray(collaborators.pipelineId, ids),
      eq(collaborators.userId, newOwner.id),
    );
    const former = chunk.map((deal) => ({ userId: deal.userId, pipelineId: deal.id }));
    const { getCollaboratorChanges } = await changeCollaborators(tx, ids, async () => {
      await tx.delete(collaborators).where(isOwner);
      if (becomesCollaborator) await insertCollaborators(tx, former);
    });
    const ended = keepsShares ? undefined : await endShares(tx, inArray(shares.pipelineId, ids));
    if (keepsShares) await transferShares(tx, ids, newOwner.id);
    const entries = chunk.map(({ owner, ...deal }) =>
      dealEvent(deal, 'changed', {
        owner: [owner, newOwner.email],
        ...getCollaboratorChanges(deal.id),
        ...ended?.get(deal.id),
      }),
    );
    await recordHistory(tx, viewer, entries, { ...written, at });
  }
  return transferredDeals.length;
}

async function notifyNewOwner(
  tx: Db,
  viewer: Viewer,
  { id: toId }: NewOwner,
  ids: number[],
  at: Date,
): Promise<void> {
  await tx.delete(transfers).where(inArray(transfers.pipelineId, ids));
  if (toId === viewer.id) return;
  await tx
    .insert(transfers)
    .values(ids.map((pipelineId) => ({ pipelineId, byId: viewer.id, toId, at })));
}
