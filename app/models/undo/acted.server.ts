import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNull,
  max,
  min,
  ne,
  notExists,
  notInArray,
  notLike,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { inChunksOfBytes, yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import { type Change, changes, notes, octetLength, users } from '#db/schema';
import { DEAL_SUBJECTS, isUndo, undoOf, UNDOS } from '~/models/history/act';
import { MAX_WINDOW_BYTES, MAX_WINDOW_CHANGES } from '~/models/history/window.server';
import { actorName } from '~/models/text';
import { personColumns } from '~/models/user/columns.server';

/** What the history says of an act, of its undo, and of what came later. */

const aboutDeals = inArray(changes.subject, DEAL_SUBJECTS);

/** A change without its values. */
export interface Touch extends Pick<
  Change,
  'id' | 'at' | 'actorId' | 'subject' | 'subjectId' | 'act' | 'subjectName'
> {
  deal: number;
  /** Undefined if it is not known which fields it changed: then it may be any. */
  fields?: string[];
  /** By name. */
  by: string;
  isUndo: boolean;
}

export function hasTouched({ fields }: Touch, field: string): boolean {
  return fields === undefined || fields.includes(field);
}

/** A deal that an act created, deleted or changed, or what belongs to it. */
export interface ActedDeal {
  id: number;
  isNew: boolean;
  isDeleted: boolean;
  /** The id and the moment of the act's first change of it. */
  since: number;
  at: Date;
  /** The length of what the history says of the act. */
  bytes: number;
}

/** The most deals that are read in one query, and the most bytes of what an act did to them. */
const CHUNK = 250;
const CHUNK_BYTES = 1024 * 1024;

/** The deals of an act, some at a time. */
export async function* actedDeals(from: Db, actId: string): AsyncGenerator<ActedDeal[]> {
  const { id, at, subject, subjectId, act } = changes;
  const isAct = (kind: Change['act']) =>
    sql<number>`max(${subject} = 'pipeline' and ${act} = ${kind})`;
  for (let last = ''; ; await yieldToEventLoop()) {
    const rows = await from
      .select({
        subjectId,
        isNew: isAct('created'),
        isDeleted: isAct('deleted'),
        since: min(id),
        at: min(at),
        bytes: sql<number>`sum(${octetLength(changes.fields)})`,
      })
      .from(changes)
      .where(and(eq(changes.actId, actId), aboutDeals, gt(subjectId, last)))
      .groupBy(subjectId)
      .orderBy(subjectId)
      .limit(CHUNK);
    const deals = rows.map(({ subjectId, isNew, isDeleted, since, at, bytes }) => ({
      id: Number(subjectId),
      isNew: Boolean(isNew),
      isDeleted: Boolean(isDeleted),
      since: since!,
      at: at!,
      bytes,
    }));
    yield* inChunksOfBytes(deals, CHUNK_BYTES);
    if (rows.length < CHUNK) return;
    last = rows.at(-1)!.subjectId;
  }
}

const isAbout = (deals: number[]) => and(inArray(changes.subjectId, deals.map(String)), aboutDeals);

/** What an act did to these deals, oldest first. */
export async function actChanges(from: Db, actId: string, deals: number[]) {
  return from
    .select()
    .from(changes)
    .where(and(eq(changes.actId, actId), isAbout(deals)))
    .orderBy(asc(changes.id));
}

const ofAct = (actId: string) => [actId, undoOf(actId)];

/** What an act and its undo did to these deals, oldest first. */
export async function actTouches(from: Db, actId: string, deals: number[]): Promise<Touch[]> {
  return readTouches(from, deals, {
    isMeasured: inArray(changes.id, changesOf(from, actId, deals)),
  });
}

/** Those of these deals that the undo of an act has deleted. */
export async function discardedBy(
  from: Db,
  actId: string,
  deals: ActedDeal[],
): Promise<Set<number>> {
  const { subjectId, subject, act } = changes;
  const isDeletion = and(eq(subject, 'pipeline'), eq(act, 'deleted'));
  const ids = deals.map(({ id }) => String(id));
  const rows = await from
    .select({ id: subjectId })
    .from(changes)
    .where(and(eq(changes.actId, undoOf(actId)), inArray(subjectId, ids), isDeletion));
  return new Set(rows.map(({ id }) => Number(id)));
}

/** What others did to these deals after a change, oldest first. */
export async function laterTouches(
  from: Db,
  actId: string,
  deals: number[],
  after: number,
): Promise<Touch[]> {
  const isOther = notInArray(changes.id, changesOf(from, actId, deals));
  return readTouches(from, deals, { isMeasured: and(gt(changes.id, after), isOther) });
}

/** The same, but without acts that were undone, and their undos. */
export async function standingTouches(
  from: Db,
  actId: string,
  deals: number[],
  after: number,
): Promise<Touch[]> {
  const isOther = notInArray(changes.id, changesOf(from, actId, deals));
  const isMeasured = and(gt(changes.id, after), isOther);
  return readTouches(from, deals, { isMeasured, isRead: isStanding(from, actId) });
}

/** The ids by the index of acts: the act of a change is stored behind its texts. */
function changesOf(from: Db, actId: string, deals: number[]) {
  const own = alias(changes, 'own');
  return from
    .select({ id: own.id })
    .from(own)
    .where(and(inArray(own.actId, ofAct(actId)), inArray(own.subjectId, deals.map(String))));
}

/** Neither of this act, nor undone, nor an undo. */
export function isStanding(from: Db, actId: string): SQL | undefined {
  const undo = alias(changes, 'undo');
  const undone = from
    .select({ id: undo.id })
    .from(undo)
    .where(eq(undo.actId, sql`${undoOf('')} || ${changes.actId}`));
  return or(
    isNull(changes.actId),
    and(ne(changes.actId, actId), notLike(changes.actId, UNDOS), notExists(undone)),
  );
}

interface TouchQuery {
  /** Needs no column behind the texts: it is tried on all changes of a deal, however many. */
  isMeasured: SQL | undefined;
  isRead?: SQL;
}

/**
 * Oldest first. Of a deal with more measured changes than one request may read, there is one for each
 * kind of change and author, without its fields.
 */
async function readTouches(
  from: Db,
  deals: number[],
  { isMeasured, isRead }: TouchQuery,
): Promise<Touch[]> {
  const { subjectId, fields } = changes;
  const lengths = await from
    .select({
      subjectId,
      changes: count(),
      bytes: sql<number>`sum(${octetLength(fields)})`,
    })
    .from(changes)
    .where(and(isAbout(deals), isMeasured))
    .groupBy(subjectId);
  const isLong = (deal: (typeof lengths)[number]) =>
    deal.changes > MAX_WINDOW_CHANGES || deal.bytes > MAX_WINDOW_BYTES;
  const touches: Touch[] = [];
  const short = lengths.filter((deal) => !isLong(deal));
  for await (const chunk of inChunksOfBytes(short, MAX_WINDOW_BYTES))
    touches.push(...(await readWithFields(from, and(isOneOf(chunk), isMeasured, isRead))));
  for (const deal of lengths.filter(isLong))
    touches.push(...(await readLatestByAuthor(from, and(isOneOf([deal]), isMeasured))));
  return touches.sort((a, b) => a.id - b.id);
}

const isOneOf = (deals: { subjectId: string }[]) =>
  and(
    inArray(
      changes.subjectId,
      deals.map(({ subjectId }) => subjectId),
    ),
    aboutDeals,
  );

async function readWithFields(from: Db, condition: SQL | undefined): Promise<Touch[]> {
  const rows = await from
    .select({
      ...TOUCH,
      actId: changes.actId,
      fields: sql<string>`(select json_group_array(key) from json_each(${changes.fields}))`,
    })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(condition);
  return rows.map(({ fields, ...row }) => ({
    ...touchOf(row),
    fields: JSON.parse(fields) as string[],
  }));
}

async function readLatestByAuthor(from: Db, condition: SQL | undefined): Promise<Touch[]> {
  const { subject, act, actorId } = changes;
  const rows = await from
    // The other columns are those of the row with the maximum.
    .select({ ...TOUCH, latest: max(changes.id) })
    .from(changes)
    .leftJoin(users, eq(users.id, actorId))
    .where(condition)
    .groupBy(subject, act, actorId);
  return rows.map(touchOf);
}

const TOUCH = {
  touch: {
    id: changes.id,
    at: changes.at,
    actorId: changes.actorId,
    subject: changes.subject,
    subjectId: changes.subjectId,
    subjectName: changes.subjectName,
    act: changes.act,
  },
  actorEmail: changes.actorEmail,
  actor: personColumns,
};

interface TouchRow {
  touch: Omit<Touch, 'deal' | 'fields' | 'by' | 'isUndo'>;
  actId?: string | null;
  actorEmail: string | null;
  actor: Parameters<typeof actorName>[0];
}

function touchOf({ touch, actId, actor, actorEmail }: TouchRow): Touch {
  return {
    ...touch,
    deal: Number(touch.subjectId),
    by: actorName(actor, actorEmail),
    isUndo: isUndo(actId ?? ''),
  };
}

type NoteChange = Pick<Change, 'subject' | 'subjectId' | 'act' | 'actorId' | 'at'>;

/** Those notes that changes of one act have added and that are still there: by author and moment. */
export async function notesAddedBy(from: Db, changes: NoteChange[]) {
  const added = changes.filter(({ subject, act }) => subject === 'note' && act === 'created');
  if (!added.length) return [];
  const { id, pipelineId, authorId, createdAt, editedAt } = notes;
  const { actorId, at } = added[0]!;
  const deals = added.map(({ subjectId }) => Number(subjectId));
  return from
    .select({ id, pipelineId, editedAt })
    .from(notes)
    .where(and(inArray(pipelineId, deals), eq(authorId, actorId ?? ''), eq(createdAt, at)));
}
