import { and, between, desc, eq, inArray, min, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type Change, changes, type FieldValue, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { currentLists } from '~/models/lists/list.server';
import { presentChange } from '~/models/lists/lists';
import { actorName, displayName } from '~/models/text';
import { findHistoryWindow, type HistoryWindow, type WindowLimits } from './window.server';

type Subject = Extract<Change['subject'], 'pipeline' | 'evaluation'>;

/** The id of the latest change of a deal or its evaluation; 0 if there is none. */
export async function latestChange(subject: Subject, pipelineId: number): Promise<number> {
  const [latest] = await db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.subjectId, String(pipelineId)), eq(changes.subject, subject)))
    .orderBy(desc(changes.id))
    .limit(1);
  return latest?.id ?? 0;
}

/** Returns the id of the first change of a deal or its evaluation; 0 if there is none. */
export async function firstChange(subject: Subject, pipelineId: number): Promise<number> {
  const [first] = await db
    .select({ id: min(changes.id) })
    .from(changes)
    .where(and(eq(changes.subjectId, String(pipelineId)), eq(changes.subject, subject)));
  return first?.id ?? 0;
}

/** The name of the last person who changed a deal or its evaluation; undefined without a change. */
export async function latestActor(pipelineId: number): Promise<string | undefined> {
  const [latest] = await db
    .select({ actorEmail: changes.actorEmail, user: users })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(
      and(
        eq(changes.subjectId, String(pipelineId)),
        inArray(changes.subject, ['pipeline', 'evaluation']),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(1);
  return latest?.user ? displayName(latest.user) : (latest?.actorEmail ?? undefined);
}

/** The last person who changed a field, and the time. */
export interface LastChange {
  at: Date;
  by: string;
}

/**
 * Returns the last change of each of these fields of a deal or its evaluation, by field. A field that
 * none of the latest changes within the limits has changed is left out.
 */
export async function lastChanges(
  subject: Subject,
  pipelineId: number,
  fields: string[],
  limits?: WindowLimits,
): Promise<Map<string, LastChange>> {
  const window = await findHistoryWindow(db, {
    subject,
    subjectId: pipelineId,
    from: 'newest',
    limits,
  });
  const touched = await readTouchedFields(subject, pipelineId, window, fields);
  const authors = await readAuthors(touched.map(({ last }) => last));
  return new Map(
    touched.map(({ field, last }) => {
      const { at, by } = authors.get(last)!;
      return [field, { at, by }];
    }),
  );
}

/** How a field was changed since a moment: what it was then, and who changed it last. */
export interface FieldChange extends LastChange {
  from: FieldValue;
  /** The id of the latest change. */
  id: number;
  /** Whether the viewer made the latest change. */
  isOwn: boolean;
}

/**
 * Returns how these fields of a deal or its evaluation were changed after the given change, by field;
 * undefined if that is unknown: if there are more changes than one request may read, or none with
 * that id yet.
 */
export async function findChangesSince(
  viewer: Pick<Viewer, 'id'>,
  { subject, pipelineId, after }: { subject: Subject; pipelineId: number; after: number },
  fields: string[],
): Promise<Map<string, FieldChange> | undefined> {
  if (after > (await latestChange(subject, pipelineId))) return undefined;
  const query = { subject, subjectId: pipelineId, after, from: 'oldest' } as const;
  const window = await findHistoryWindow(db, query);
  if (!window.isComplete) return undefined;
  const touched = await readTouchedFields(subject, pipelineId, window, fields);
  const authors = await readAuthors(touched.map(({ last }) => last));
  const values = await readFormerValues(touched);
  const lists = await currentLists();
  return new Map(
    touched.map(({ field, last }) => {
      const { actorId, at, by } = authors.get(last)!;
      const from = presentChange(lists, { [field]: [values.get(field)!, null] })[field]![0];
      return [field, { id: last, at, by, from, isOwn: actorId === viewer.id }];
    }),
  );
}

interface TouchedField {
  field: string;
  /** The ids of its first and last change. */
  first: number;
  last: number;
}

/** The names of fields alone: SQLite reads past their values. */
async function readTouchedFields(
  subject: Subject,
  pipelineId: number,
  { least, greatest }: Pick<HistoryWindow, 'least' | 'greatest'>,
  fields: string[],
): Promise<TouchedField[]> {
  if (!greatest || !fields.length) return [];
  const { id, subjectId } = changes;
  const field = sql<string>`field.key`;
  return db
    .select({ field, first: sql<number>`min(${id})`, last: sql<number>`max(${id})` })
    .from(changes)
    .innerJoin(eachField, inArray(field, fields))
    .where(
      and(
        eq(subjectId, String(pipelineId)),
        eq(changes.subject, subject),
        between(id, least, greatest),
      ),
    )
    .groupBy(field);
}

const eachField = sql`json_each(${changes.fields}) as field`;

async function readAuthors(ids: number[]) {
  const { id, at, actorId, actorEmail } = changes;
  const { email, firstName, lastName } = users;
  const rows = await db
    .select({ id, at, actorId, actorEmail, user: { email, firstName, lastName } })
    .from(changes)
    .leftJoin(users, eq(users.id, actorId))
    .where(inArray(id, ids));
  return new Map(
    rows.map(({ id, at, actorId, actorEmail, user }) => [
      id,
      { at, actorId, by: actorName(user, actorEmail) },
    ]),
  );
}

/** What the first change of each field replaced. */
async function readFormerValues(touched: TouchedField[]): Promise<Map<string, FieldValue>> {
  const field = sql<string>`field.key`;
  const pair = sql<string>`field.value`;
  const firsts = touched.map(({ first }) => first);
  const names = touched.map((entry) => entry.field);
  const rows = await db
    .select({ id: changes.id, field, pair })
    .from(changes)
    .innerJoin(eachField, inArray(field, names))
    .where(inArray(changes.id, firsts));
  const firstOf = new Map(touched.map(({ field, first }) => [field, first]));
  return new Map(
    rows
      .filter(({ id, field }) => firstOf.get(field) === id)
      .map(({ field, pair }) => [field, (JSON.parse(pair) as [FieldValue])[0]]),
  );
}
