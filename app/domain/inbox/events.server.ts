import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type HistoryEvent, historyEvents, type InboxItem } from '#db/schema';

export async function listInboxEvents(from: Db, operationId: string): Promise<HistoryEvent[]> {
  return from
    .select()
    .from(historyEvents)
    .where(and(eq(historyEvents.operationId, operationId), eq(historyEvents.subject, 'inbox')))
    .orderBy(asc(historyEvents.id));
}

export async function hasLaterInboxEvent(from: Db, event: HistoryEvent): Promise<boolean> {
  const { subject, subjectId, id } = historyEvents;
  const isLater = and(eq(subjectId, event.subjectId), eq(subject, event.subject), gt(id, event.id));
  return (await from.$count(historyEvents, isLater)) > 0;
}

export async function findSenderBlockedBy(
  from: Db,
  { state, operationId }: InboxItem,
): Promise<string | undefined> {
  if (state !== 'junk' || operationId === null) return undefined;
  const [event] = await listInboxEvents(from, operationId);
  const sender = event?.fields.blockedSender?.[1];
  return typeof sender === 'string' ? sender : undefined;
}
