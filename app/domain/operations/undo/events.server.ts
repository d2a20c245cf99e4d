import {
  and,
  count,
  eq,
  gt,
  inArray,
  isNull,
  max,
  ne,
  notExists,
  notInArray,
  notLike,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { iterateChunksByBytes } from '#db/chunks';
import type { Db } from '#db/client';
import { type HistoryEvent, historyEvents, octetLength, users } from '#db/schema';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import {
  isUndoOperation,
  ROW_ID_FIELD,
  UNDO_ID_PATTERN,
  undoOperationId,
} from '~/domain/history/operation-id';
import { MAX_WINDOW_BYTES, MAX_WINDOW_CHANGES } from '~/domain/history/window.server';
import { getActorName } from '~/domain/person/names';
import { personColumns } from '~/domain/user/columns.server';
import { hasDealSubject, isAboutDeals } from './operation-events.server';

export interface HistoryEventSummary extends Pick<
  HistoryEvent,
  'id' | 'at' | 'actorId' | 'subject' | 'subjectId' | 'kind' | 'subjectName'
> {
  deal: number;
  /** The contact, task or file; null for other subjects, and undefined if unknown. */
  rowId?: number | null;
  /** Undefined if unknown: then any field may have changed. */
  fields?: string[];
  by: string;
  isUndo: boolean;
}

/** Checks whether an event changed a field, or one that changes together with it. */
export function hasChangedField({ fields }: HistoryEventSummary, field: string): boolean {
  return fields === undefined || listLinkedFields(field).some((linked) => fields.includes(linked));
}

const listOperationIds = (operationId: string) => [operationId, undoOperationId(operationId)];

export async function listOperationAndUndoEvents(
  tx: Db,
  operationId: string,
  dealIds: number[],
): Promise<HistoryEventSummary[]> {
  return listEvents(tx, dealIds, {
    indexedCondition: inArray(historyEvents.id, selectOwnEventIds(tx, operationId, dealIds)),
  });
}

export async function listLaterEvents(
  tx: Db,
  operationId: string,
  dealIds: number[],
  after: number,
): Promise<HistoryEventSummary[]> {
  return listEvents(tx, dealIds, {
    indexedCondition: isLaterEvent(tx, operationId, dealIds, after),
  });
}

/** Leaves out undos and what they have undone, except for deals with too long a history to tell. */
export async function listLaterEffectiveEvents(
  tx: Db,
  operationId: string,
  dealIds: number[],
  after: number,
): Promise<HistoryEventSummary[]> {
  return listEvents(tx, dealIds, {
    indexedCondition: isLaterEvent(tx, operationId, dealIds, after),
    rowCondition: isEffectiveChange(tx, operationId),
  });
}

/** Matches events after one that neither the operation nor its undo recorded. */
function isLaterEvent(
  tx: Db,
  operationId: string,
  dealIds: number[],
  after: number,
): SQL | undefined {
  const ownEventIds = selectOwnEventIds(tx, operationId, dealIds);
  return and(gt(historyEvents.id, after), notInArray(historyEvents.id, ownEventIds));
}

/** Uses the index: SQLite stores the operation's id after long texts, which it would have to read. */
function selectOwnEventIds(tx: Db, operationId: string, dealIds: number[]) {
  const operationEvents = alias(historyEvents, 'operation_events');
  return tx
    .select({ id: operationEvents.id })
    .from(operationEvents)
    .where(
      and(
        inArray(operationEvents.operationId, listOperationIds(operationId)),
        inArray(operationEvents.subjectId, dealIds.map(String)),
      ),
    );
}

/** Matches changes that no undo has reverted, except undos and one operation. */
export function isEffectiveChange(tx: Db, exceptOperationId?: string): SQL | undefined {
  const undo = alias(historyEvents, 'undo');
  const undone = tx
    .select({ id: undo.id })
    .from(undo)
    .where(
      and(
        eq(undo.operationId, sql`${undoOperationId('')} || ${historyEvents.operationId}`),
        // An undo leaves deals alone that are no longer visible.
        eq(undo.subjectId, historyEvents.subjectId),
      ),
    );
  return or(
    isNull(historyEvents.operationId),
    and(
      exceptOperationId === undefined
        ? undefined
        : ne(historyEvents.operationId, exceptOperationId),
      notLike(historyEvents.operationId, UNDO_ID_PATTERN),
      notExists(undone),
    ),
  );
}

interface EventQuery {
  /** Uses only columns stored before the texts, as it is tried on all events of a deal. */
  indexedCondition: SQL | undefined;
  rowCondition?: SQL;
}

/**
 * Lists events, oldest first. A deal with more events than one request may read has only the latest
 * of each kind and author, without fields.
 */
async function listEvents(
  tx: Db,
  dealIds: number[],
  { indexedCondition, rowCondition }: EventQuery,
): Promise<HistoryEventSummary[]> {
  const { subjectId, fields } = historyEvents;
  const lengths = await tx
    .select({
      subjectId,
      changes: count(),
      bytes: sql<number>`sum(${octetLength(fields)})`,
    })
    .from(historyEvents)
    .where(and(isAboutDeals(dealIds), indexedCondition))
    .groupBy(subjectId);
  const isLong = (deal: (typeof lengths)[number]) =>
    deal.changes > MAX_WINDOW_CHANGES || deal.bytes > MAX_WINDOW_BYTES;
  const events: HistoryEventSummary[] = [];
  const short = lengths.filter((deal) => !isLong(deal));
  for await (const chunk of iterateChunksByBytes(short, { maxBytes: MAX_WINDOW_BYTES })) {
    const condition = and(isAboutListedDeals(chunk), indexedCondition, rowCondition);
    events.push(...(await listEventsWithFields(tx, condition)));
  }
  for (const deal of lengths.filter(isLong))
    events.push(
      ...(await listLatestEventsByAuthor(tx, and(isAboutListedDeals([deal]), indexedCondition))),
    );
  return events.sort((a, b) => a.id - b.id);
}

const isAboutListedDeals = (deals: { subjectId: string }[]) =>
  and(
    inArray(
      historyEvents.subjectId,
      deals.map(({ subjectId }) => subjectId),
    ),
    hasDealSubject,
  );

async function listEventsWithFields(
  tx: Db,
  condition: SQL | undefined,
): Promise<HistoryEventSummary[]> {
  const rows = await tx
    .select({
      ...EVENT_COLUMNS,
      operationId: historyEvents.operationId,
      rowId: sql<number | null>`${historyEvents.fields} ->> ${`$.${ROW_ID_FIELD}[0]`}`,
      fields: sql<string>`(select json_group_array(key) from json_each(${historyEvents.fields}))`,
    })
    .from(historyEvents)
    .leftJoin(users, eq(users.id, historyEvents.actorId))
    .where(condition);
  return rows.map(({ fields, rowId, ...row }) => ({
    ...toEventSummary(row),
    rowId,
    fields: JSON.parse(fields) as string[],
  }));
}

async function listLatestEventsByAuthor(
  tx: Db,
  condition: SQL | undefined,
): Promise<HistoryEventSummary[]> {
  const { subject, kind, actorId } = historyEvents;
  const rows = await tx
    // SQLite takes the other columns from the row with the maximum.
    .select({ ...EVENT_COLUMNS, latest: max(historyEvents.id) })
    .from(historyEvents)
    .leftJoin(users, eq(users.id, actorId))
    .where(condition)
    .groupBy(subject, kind, actorId);
  return rows.map(toEventSummary);
}

const EVENT_COLUMNS = {
  event: {
    id: historyEvents.id,
    at: historyEvents.at,
    actorId: historyEvents.actorId,
    subject: historyEvents.subject,
    subjectId: historyEvents.subjectId,
    subjectName: historyEvents.subjectName,
    kind: historyEvents.kind,
  },
  actorEmail: historyEvents.actorEmail,
  actor: personColumns,
};

interface EventRow {
  event: Omit<HistoryEventSummary, 'deal' | 'rowId' | 'fields' | 'by' | 'isUndo'>;
  operationId?: string | null;
  actorEmail: string | null;
  actor: Parameters<typeof getActorName>[0];
}

function toEventSummary({ event, operationId, actor, actorEmail }: EventRow): HistoryEventSummary {
  return {
    ...event,
    deal: Number(event.subjectId),
    by: getActorName(actor, actorEmail),
    isUndo: isUndoOperation(operationId ?? ''),
  };
}
