import { eq, max } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type Deal, deals, historyEvents, type InboxItem, inboxItems } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import { canManageDeal, type Viewer } from '~/domain/access';
import { isMerged } from '~/domain/deal/merges.server';
import { recordHistory } from '~/domain/history/record.server';
import { inboxEvent } from '~/domain/inbox/event';
import { findSenderBlockedBy } from '~/domain/inbox/events.server';
import { getInboxItemRow } from '~/domain/inbox/list.server';
import { unblockSender } from '~/domain/intake/blocked-senders.server';
import { assertCanTriage } from '~/domain/intake/settings.server';
import { deleteNotes } from '~/domain/note/delete.server';
import { moveDealsToTrash } from '~/domain/operations/trash/move-to-trash.server';
import { listLaterEffectiveEvents } from '~/domain/operations/undo/events.server';
import {
  findAddedNotes,
  listOperationEvents,
} from '~/domain/operations/undo/operation-events.server';
import { revertDealRows } from '~/domain/operations/undo/revert-deal-rows.server';
import { conflict, forbidden } from '~/errors';

interface Reopening {
  operationId: string;
}

export const DEAL_CHANGED_SINCE = 'Its deal has been changed since, so this item stays accepted.';

/**
 * Makes an item pending again. The deal of an accepted one goes to the trash, or loses what came
 * with the item. Throws 403 unless the viewer triages and manages the deal, 404, and 409 for a
 * pending item and for a deal that has changed.
 */
export async function reopenInboxItem(viewer: Viewer, id: number): Promise<Reopening> {
  return transaction(async (tx) => {
    await assertCanTriage(viewer, tx);
    const item = await getInboxItemRow(id, tx);
    if (item.state === 'pending') throw conflict('This item is already pending.');
    if (item.state === 'accepted') await takeBackDeal(tx, viewer, item);
    const sender = await findSenderBlockedBy(tx, item);
    if (sender) await unblockSender(tx, sender);
    await tx.update(inboxItems).set({ state: 'pending' }).where(eq(inboxItems.id, id));
    const event = inboxEvent(item, 'changed', {
      state: [item.state, 'pending'],
      ...(sender && { blockedSender: [sender, null] }),
    });
    await recordHistory(tx, viewer, [event]);
    return { operationId: getTransactionId() };
  });
}

async function takeBackDeal(tx: Db, viewer: Viewer, item: InboxItem): Promise<void> {
  const dealId = item.dealId!;
  if (await hasAcceptedDealChanged(item, tx)) throw conflict(DEAL_CHANGED_SINCE);
  const [deal] = await tx.select().from(deals).where(eq(deals.id, dealId));
  if (!deal) return;
  if (!canManageDeal(viewer, deal))
    throw forbidden('Only the owner of its deal, managers and admins may reopen this item.');
  const events = await listOperationEvents(tx, item.operationId!, [dealId]);
  const isNew = events.some(({ subject, kind }) => subject === 'pipeline' && kind === 'created');
  await (isNew ? moveDealsToTrash(tx, viewer, [deal]) : removeFromDeal(tx, viewer, deal, events));
}

/** Checks whether the deal of an accepted item was changed or merged since, so that it stays accepted. */
export async function hasAcceptedDealChanged(item: InboxItem, tx: Db = db): Promise<boolean> {
  const dealId = item.dealId!;
  if (!(await tx.$count(deals, eq(deals.id, dealId)))) return isMerged(tx, dealId);
  const operationId = item.operationId!;
  const since = await findLastEventId(tx, operationId);
  return (await listLaterEffectiveEvents(tx, operationId, [dealId], since)).length > 0;
}

/** Finds an event also where accepting added nothing to the deal: the decision has one. */
async function findLastEventId(tx: Db, operationId: string): Promise<number> {
  const [last] = await tx
    .select({ id: max(historyEvents.id) })
    .from(historyEvents)
    .where(eq(historyEvents.operationId, operationId));
  return last?.id ?? 0;
}

async function removeFromDeal(
  tx: Db,
  viewer: Viewer,
  deal: Deal,
  events: Awaited<ReturnType<typeof listOperationEvents>>,
): Promise<void> {
  const added = await findAddedNotes(tx, events);
  await deleteNotes(
    tx,
    viewer,
    added.map((note) => ({ ...note, deal })),
  );
  await revertDealRows(tx, viewer, { deal, events }, {});
}
