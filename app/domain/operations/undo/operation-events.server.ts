import { and, asc, eq, gt, inArray, min, sql } from 'drizzle-orm';
import { iterateChunksByBytes } from '#db/chunks';
import type { Db } from '#db/client';
import { type HistoryEvent, historyEvents, notes, octetLength } from '#db/schema';
import { DEAL_SUBJECTS, undoOperationId } from '~/domain/history/operation-id';

export const hasDealSubject = inArray(historyEvents.subject, DEAL_SUBJECTS);

export interface OperationDeal {
  id: number;
  isNew: boolean;
  isDeleted: boolean;
  firstEventId: number;
  at: Date;
  bytes: number;
}

const MAX_COUNTED_DEALS = 250;

export async function* iterateOperationDeals(
  tx: Db,
  operationId: string,
): AsyncGenerator<OperationDeal[]> {
  const { id, at, subject, subjectId, kind } = historyEvents;
  const isDealEvent = (wanted: HistoryEvent['kind']) =>
    sql<number>`max(${subject} = 'pipeline' and ${kind} = ${wanted})`;
  for (let lastSubjectId = ''; ;) {
    const rows = await tx
      .select({
        subjectId,
        isNew: isDealEvent('created'),
        isDeleted: isDealEvent('deleted'),
        firstEventId: min(id),
        at: min(at),
        bytes: sql<number>`sum(${octetLength(historyEvents.fields)})`,
      })
      .from(historyEvents)
      .where(
        and(
          eq(historyEvents.operationId, operationId),
          hasDealSubject,
          gt(subjectId, lastSubjectId),
        ),
      )
      .groupBy(subjectId)
      .orderBy(subjectId)
      .limit(MAX_COUNTED_DEALS);
    const deals = rows.map(({ subjectId, isNew, isDeleted, firstEventId, at, bytes }) => ({
      id: Number(subjectId),
      isNew: Boolean(isNew),
      isDeleted: Boolean(isDeleted),
      firstEventId: firstEventId!,
      at: at!,
      bytes,
    }));
    yield* iterateChunksByBytes(deals);
    if (rows.length < MAX_COUNTED_DEALS) return;
    lastSubjectId = rows.at(-1)!.subjectId;
  }
}

export const isAboutDeals = (dealIds: number[]) =>
  and(inArray(historyEvents.subjectId, dealIds.map(String)), hasDealSubject);

export async function listOperationEvents(tx: Db, operationId: string, dealIds: number[]) {
  return tx
    .select()
    .from(historyEvents)
    .where(and(eq(historyEvents.operationId, operationId), isAboutDeals(dealIds)))
    .orderBy(asc(historyEvents.id));
}

export async function findDealsDeletedByUndo(
  tx: Db,
  operationId: string,
  operationDeals: OperationDeal[],
): Promise<Set<number>> {
  const { subjectId, subject, kind } = historyEvents;
  const isDeletion = and(eq(subject, 'pipeline'), eq(kind, 'deleted'));
  const ids = operationDeals.map(({ id }) => String(id));
  const rows = await tx
    .select({ id: subjectId })
    .from(historyEvents)
    .where(
      and(
        eq(historyEvents.operationId, undoOperationId(operationId)),
        inArray(subjectId, ids),
        isDeletion,
      ),
    );
  return new Set(rows.map(({ id }) => Number(id)));
}

type NoteEvent = Pick<HistoryEvent, 'subject' | 'subjectId' | 'kind' | 'actorId' | 'at'>;

/** Finds notes by author and time, as the history does not have their ids. */
export async function findAddedNotes(tx: Db, events: NoteEvent[]) {
  const added = events.filter(({ subject, kind }) => subject === 'note' && kind === 'created');
  if (!added.length) return [];
  const { id, dealId, authorId, text, createdAt, editedAt } = notes;
  const { actorId, at } = added[0]!;
  const dealIds = added.map(({ subjectId }) => Number(subjectId));
  return tx
    .select({ id, dealId, text, editedAt })
    .from(notes)
    .where(and(inArray(dealId, dealIds), eq(authorId, actorId ?? ''), eq(createdAt, at)));
}
