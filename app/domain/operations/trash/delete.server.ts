import { and, inArray } from 'drizzle-orm';
import { deals } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import { canManageDeal, type Viewer } from '~/domain/access';
import { assertDealVersion } from '~/domain/deal/assert-seen.server';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import type { SeenVersion } from '~/domain/seen-version';
import { visibleTo } from '~/domain/visibility.server';
import { moveDealsToTrash, moveDealsToTrashById } from './move-to-trash.server';

interface Deletion {
  operationId: string;
  entries: number[];
}

const MUST_MANAGE_DEAL = 'Only the owner, managers and admins may delete a deal.';

/** Throws 412 if `version` is outdated. */
export async function deleteDeal(
  viewer: Viewer,
  id: number,
  version?: SeenVersion,
): Promise<Deletion> {
  return transaction(async (tx) => {
    const deal = await getManagedDealForUpdate(tx, viewer, id, MUST_MANAGE_DEAL);
    assertDealVersion(deal, version);
    return { operationId: getTransactionId(), entries: await moveDealsToTrash(tx, viewer, [deal]) };
  });
}

export async function deleteDealsById(
  viewer: Viewer,
  ids: number[],
): Promise<Deletion & { skippedCount: number }> {
  return transaction(async (tx) => {
    const { id, userId } = deals;
    const visibleDeals = await tx
      .select({ id, userId })
      .from(deals)
      .where(and(inArray(id, ids), visibleTo(viewer)))
      .orderBy(id);
    const managedDeals = visibleDeals.filter((deal) => canManageDeal(viewer, deal));
    const managedIds = managedDeals.map((deal) => deal.id);
    const entries = await moveDealsToTrashById(tx, viewer, managedIds);
    const skippedCount = visibleDeals.length - managedDeals.length;
    return { operationId: getTransactionId(), entries, skippedCount };
  });
}
