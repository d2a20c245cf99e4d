import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type FieldChanges, type InboxItem, inboxItems } from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { recordHistory } from '~/domain/history/record.server';
import { blockSender } from '~/domain/intake/blocked-senders.server';
import { assertCanTriage } from '~/domain/intake/settings.server';
import { getDisplayName } from '~/domain/person/names';
import { badRequest, conflict } from '~/errors';
import type { DeclineInput } from './accept-schema';
import { inboxEvent } from './event';
import { getInboxItemRow } from './list.server';

interface Decision {
  operationId: string;
}

export async function declineInboxItem(
  viewer: Viewer,
  id: number,
  { reason = null, text = null }: DeclineInput,
): Promise<Decision> {
  return transaction(async (tx) => {
    const item = await getPendingItem(tx, viewer, id);
    await decideOnItem(tx, viewer, item, { state: 'declined', reason, declineText: text });
    return { operationId: getTransactionId() };
  });
}

export async function junkInboxItem(
  viewer: Viewer,
  id: number,
  { blocksSender = false }: { blocksSender?: boolean } = {},
): Promise<Decision> {
  return transaction(async (tx) => {
    const item = await getPendingItem(tx, viewer, id);
    const sender = blocksSender ? item.contactEmail : null;
    if (blocksSender && !sender) throw badRequest('This item has no sender to block.');
    const isBlocked = sender !== null && (await blockSender(tx, sender));
    await decideOnItem(tx, viewer, item, {
      state: 'junk',
      fields: isBlocked ? { blockedSender: [null, sender] } : {},
    });
    return { operationId: getTransactionId() };
  });
}

export async function getPendingItem(tx: Db, viewer: Viewer, id: number): Promise<InboxItem> {
  await assertCanTriage(viewer, tx);
  const item = await getInboxItemRow(id, tx);
  if (item.state !== 'pending')
    throw conflict(
      item.decidedByName
        ? `${item.decidedByName} has already decided on this item (${item.state}).`
        : `This item is ${item.state} already.`,
    );
  return item;
}

type ItemDecision = Pick<InboxItem, 'state'> &
  Partial<Pick<InboxItem, 'dealId' | 'reason' | 'declineText'>> & {
    fields?: FieldChanges;
  };

export async function decideOnItem(
  tx: Db,
  viewer: Viewer,
  item: InboxItem,
  { fields, ...decided }: ItemDecision,
): Promise<void> {
  const decidedAt = new Date();
  await tx
    .update(inboxItems)
    .set({
      dealId: null,
      reason: null,
      declineText: null,
      ...decided,
      operationId: getTransactionId(),
      decidedById: viewer.id,
      decidedByName: getDisplayName(viewer),
      decidedAt,
    })
    .where(eq(inboxItems.id, item.id));
  const { state, dealId, reason } = decided;
  const event = inboxEvent(item, 'changed', {
    state: [item.state, state],
    ...(dealId && { pipelineId: [null, dealId] }),
    ...(reason && { reason: [null, reason] }),
    ...fields,
  });
  await recordHistory(tx, viewer, [event], { at: decidedAt });
}
