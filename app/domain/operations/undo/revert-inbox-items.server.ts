import { eq } from 'drizzle-orm';
import { deals, type HistoryEvent, type InboxItem, inboxItems, type InboxState } from '#db/schema';
import { isMerged } from '~/domain/deal/merges.server';
import { recordHistory } from '~/domain/history/record.server';
import { inboxEvent, parseInboxSubjectId } from '~/domain/inbox/event';
import { hasLaterInboxEvent } from '~/domain/inbox/events.server';
import { restoreItemNote } from '~/domain/inbox/restore-note.server';
import { blockSender, unblockSender } from '~/domain/intake/blocked-senders.server';
import { canTriage } from '~/domain/intake/settings.server';
import type { UndoContext } from './context.server';
import { listLaterEffectiveEvents } from './events.server';
import { listOperationEvents } from './operation-events.server';

/**
 * Gives items of the inbox the state from before the operation, unless somebody has decided since.
 * Runs after the deals were reverted. Returns the number of items.
 */
export async function revertInboxItems(context: UndoContext): Promise<number> {
  const { tx, viewer, undo, inboxEvents } = context;
  if (!inboxEvents.length || !(await canTriage(viewer, tx))) return 0;
  let reverted = 0;
  for (const event of inboxEvents) {
    const item = await findRevertedItem(context, event);
    if (!item) continue;
    const { state, blockedSender } = event.fields;
    const [from, to] = state as [InboxState, InboxState];
    await tx.update(inboxItems).set({ state: from }).where(eq(inboxItems.id, item.id));
    if (from === 'accepted') await restoreNote(context, item);
    const [before, after] = (blockedSender ?? []) as (string | null)[];
    if (after) await unblockSender(tx, after);
    if (before) await blockSender(tx, before);
    const fields = {
      state: [to, from] as [string, string],
      ...(blockedSender && { blockedSender: [after, before] as [string | null, string | null] }),
    };
    await recordHistory(tx, viewer, [inboxEvent(item, 'changed', fields)], undo);
    reverted++;
  }
  return reverted;
}

async function restoreNote(
  { tx, viewer, undoneOperationId, undo }: UndoContext,
  item: InboxItem,
): Promise<void> {
  const { operationId: acceptId, dealId } = item;
  const [deal] = await tx.select().from(deals).where(eq(deals.id, dealId!));
  const accepted = await listOperationEvents(tx, acceptId!, [dealId!]);
  const reopened = await listOperationEvents(tx, undoneOperationId, [dealId!]);
  await restoreItemNote(tx, viewer, item, { deal: deal!, accepted, reopened, operation: undo });
}

async function findRevertedItem(
  { tx, undoneOperationId }: UndoContext,
  event: HistoryEvent,
): Promise<InboxItem | undefined> {
  if (event.kind !== 'changed' || (await hasLaterInboxEvent(tx, event))) return undefined;
  const id = parseInboxSubjectId(event.subjectId);
  const [item] = await tx.select().from(inboxItems).where(eq(inboxItems.id, id));
  const [from, to] = event.fields.state ?? [];
  if (!item || item.state !== to) return undefined;
  const { dealId } = item;
  const isDealThere = dealId !== null && (await tx.$count(deals, eq(deals.id, dealId))) > 0;
  if (from === 'accepted') return isDealThere ? item : undefined;
  if (to !== 'accepted') return item;
  if (!isDealThere) return dealId !== null && (await isMerged(tx, dealId)) ? undefined : item;
  return (await isItemStillInDeal(tx, undoneOperationId, item, event)) ? undefined : item;
}

async function isItemStillInDeal(
  tx: UndoContext['tx'],
  operationId: string,
  { dealId }: InboxItem,
  { id }: HistoryEvent,
): Promise<boolean> {
  const events = await listOperationEvents(tx, operationId, [dealId!]);
  const isNew = events.some(({ subject, kind }) => subject === 'pipeline' && kind === 'created');
  return isNew || (await listLaterEffectiveEvents(tx, operationId, [dealId!], id)).length > 0;
}
