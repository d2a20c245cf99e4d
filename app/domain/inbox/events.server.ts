import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type HistoryEvent, historyEvents, type InboxItem } from '#db/schema';

export async function listInboxEvents(tx: Db, operationId: string): Promise<HistoryEvent[]> {
  return tx
    .select()
    .from(historyEvents)
    .where(and(eq(historyEvents.operationId, operationId), eq(historyEvents.subject, 'inbox')))
    .orderBy(asc(historyEvents.id));
}

export async function hasLaterInboxEvent(tx: Db, event: HistoryEvent): Promise<boolean> {
  const { subject, subjectId, id } = historyEvents;
  const isLater = and(eq(subjectId, event.subjectId), eq(subject, event.subject), gt(id, event.id));
  return (await tx.$count(historyEvents, isLater)) > 0;
}

export async function findSenderBlockedBy(
  tx: Db,
  { state, operationId }: InboxItem,
): Promise<string | undefined> {
  if (state !== 'junk' || operationId === null) return undefined;
  const [event] = await listInboxEvents(tx, operationId);
  const sender = event?.fields.blockedSender?.[1];
  return typeof sender === 'string' ? sender : undefined;
}
