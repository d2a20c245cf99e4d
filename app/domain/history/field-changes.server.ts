import { and, between, desc, eq, inArray, min, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type FieldValue, type HistoryEvent, historyEvents, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { withLinkedFields } from '~/domain/deal-field/linked-fields';
import { toCurrentHistoryValue } from '~/domain/option-list/current-names';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getActorName, getDisplayName } from '~/domain/person/names';
import type { LastChange } from './last-change';
import { findHistoryWindow, type HistoryWindow, type WindowLimits } from './window.server';

type Subject = Extract<HistoryEvent['subject'], 'pipeline' | 'evaluation'>;

export async function findLatestChangeId(subject: Subject, dealId: number): Promise<number> {
  const [latest] = await db
    .select({ id: historyEvents.id })
    .from(historyEvents)
    .where(and(eq(historyEvents.subjectId, String(dealId)), eq(historyEvents.subject, subject)))
    .orderBy(desc(historyEvents.id))
    .limit(1);
  return latest?.id ?? 0;
}

export async function findFirstChangeId(subject: Subject, dealId: number): Promise<number> {
  const [first] = await db
    .select({ id: min(historyEvents.id) })
    .from(historyEvents)
    .where(and(eq(historyEvents.subjectId, String(dealId)), eq(historyEvents.subject, subject)));
  return first?.id ?? 0;
}

export async function findLatestActorName(dealId: number): Promise<string | undefined> {
  const [latest] = await db
    .select({ actorEmail: historyEvents.actorEmail, user: users })
    .from(historyEvents)
    .leftJoin(users, eq(users.id, historyEvents.actorId))
    .where(
      and(
        eq(historyEvents.subjectId, String(dealId)),
        inArray(historyEvents.subject, ['pipeline', 'evaluation']),
      ),
    )
    .orderBy(desc(historyEvents.id))
    .limit(1);
  return latest?.user ? getDisplayName(latest.user) : (latest?.actorEmail ?? undefined);
}

export async function findLastChanges(
  subject: Subject,
  dealId: number,
  fields: string[],
  limits?: WindowLimits,
): Promise<Map<string, LastChange>> {
  const window = await findHistoryWindow(db, {
    subject,
    subjectId: dealId,
    from: 'newest',
    limits,
  });
  const ranges = await findFieldChangeRanges(subject, dealId, window, fields);
  const authors = await findAuthors(ranges.map(({ last }) => last));
  return new Map(
    ranges.map(({ field, last }) => {
      const { at, by } = authors.get(last)!;
      return [field, { at, by }];
    }),
  );
}

export interface FieldChange extends LastChange {
  from: FieldValue;
  id: number;
  isOwn: boolean;
}

/**
 * Returns the changes after an event by field, with those of linked fields; undefined if more events
 * followed than one request may read, or the event does not exist yet.
 */
export async function findChangesSince(
  viewer: Pick<Viewer, 'id'>,
  { subject, dealId, after }: { subject: Subject; dealId: number; after: number },
  fields: string[],
): Promise<Map<string, FieldChange> | undefined> {
  if (after > (await findLatestChangeId(subject, dealId))) return undefined;
  const query = { subject, subjectId: dealId, after, from: 'oldest' } as const;
  const window = await findHistoryWindow(db, query);
  if (!window.isComplete) return undefined;
  const ranges = await findFieldChangeRanges(subject, dealId, window, withLinkedFields(fields));
  const authors = await findAuthors(ranges.map(({ last }) => last));
  const values = await findPreviousValues(ranges);
  const lists = await getOptionLists();
  return new Map(
    ranges.map(({ field, last }) => {
      const { actorId, at, by } = authors.get(last)!;
      const from = toCurrentHistoryValue(lists, field, values.get(field)!);
      return [field, { id: last, at, by, from, isOwn: actorId === viewer.id }];
    }),
  );
}

interface FieldChangeRange {
  field: string;
  first: number;
  last: number;
}

async function findFieldChangeRanges(
  subject: Subject,
  dealId: number,
  { minId, maxId }: Pick<HistoryWindow, 'minId' | 'maxId'>,
  fields: string[],
): Promise<FieldChangeRange[]> {
  if (!maxId || !fields.length) return [];
  const { id, subjectId } = historyEvents;
  const field = sql<string>`field.key`;
  return db
    .select({ field, first: sql<number>`min(${id})`, last: sql<number>`max(${id})` })
    .from(historyEvents)
    .innerJoin(eachField, inArray(field, fields))
    .where(
      and(
        eq(subjectId, String(dealId)),
        eq(historyEvents.subject, subject),
        between(id, minId, maxId),
      ),
    )
    .groupBy(field);
}

const eachField = sql`json_each(${historyEvents.fields}) as field`;

async function findAuthors(ids: number[]) {
  if (!ids.length) return new Map();
  const { id, at, actorId, actorEmail } = historyEvents;
  const { email, firstName, lastName } = users;
  const rows = await db
    .select({ id, at, actorId, actorEmail, user: { email, firstName, lastName } })
    .from(historyEvents)
    .leftJoin(users, eq(users.id, actorId))
    .where(inArray(id, ids));
  return new Map(
    rows.map(({ id, at, actorId, actorEmail, user }) => [
      id,
      { at, actorId, by: getActorName(user, actorEmail) },
    ]),
  );
}

async function findPreviousValues(ranges: FieldChangeRange[]): Promise<Map<string, FieldValue>> {
  const field = sql<string>`field.key`;
  const pair = sql<string>`field.value`;
  const firsts = ranges.map(({ first }) => first);
  const names = ranges.map((entry) => entry.field);
  const rows = await db
    .select({ id: historyEvents.id, field, pair })
    .from(historyEvents)
    .innerJoin(eachField, inArray(field, names))
    .where(inArray(historyEvents.id, firsts));
  const firstIds = new Map(ranges.map(({ field, first }) => [field, first]));
  return new Map(
    rows
      .filter(({ id, field }) => firstIds.get(field) === id)
      .map(({ field, pair }) => [field, (JSON.parse(pair) as [FieldValue])[0]]),
  );
}
