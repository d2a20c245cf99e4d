import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
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
import { yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import { type Change, changes, notes, users } from '#db/schema';
import { DEAL_SUBJECTS, isUndo, undoOf, UNDOS } from '~/models/history/act';
import { actorName } from '~/models/text';

/** What the history says of an act, of its undo, and of what came later. */

const aboutDeals = inArray(changes.subject, DEAL_SUBJECTS);

/** A change without its values. */
export interface Touch extends Pick<
  Change,
  'id' | 'at' | 'actorId' | 'subject' | 'subjectId' | 'act' | 'subjectName'
> {
  deal: number;
  fields: string[];
  /** By name. */
  by: string;
  isUndo: boolean;
}

/** A deal that an act created, deleted or changed, or what belongs to it. */
export interface ActedDeal {
  id: number;
  isNew: boolean;
  isDeleted: boolean;
  /** The id and the moment of the act's first change of it. */
  since: number;
  at: Date;
}

/** The most deals that are read in one query. */
const CHUNK = 250;

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
      })
      .from(changes)
      .where(and(eq(changes.actId, actId), aboutDeals, gt(subjectId, last)))
      .groupBy(subjectId)
      .orderBy(subjectId)
      .limit(CHUNK);
    if (rows.length)
      yield rows.map(({ subjectId, isNew, isDeleted, since, at }) => ({
        id: Number(subjectId),
        isNew: Boolean(isNew),
        isDeleted: Boolean(isDeleted),
        since: since!,
        at: at!,
      }));
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
  return readTouches(from, and(inArray(changes.actId, ofAct(actId)), isAbout(deals)));
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
  const isOther = or(isNull(changes.actId), notInArray(changes.actId, ofAct(actId)));
  return readTouches(from, and(isAbout(deals), gt(changes.id, after), isOther));
}

/** The same, but without acts that were undone, and their undos. */
export async function standingTouches(
  from: Db,
  actId: string,
  deals: number[],
  after: number,
): Promise<Touch[]> {
  const undo = alias(changes, 'undo');
  const undone = from
    .select({ id: undo.id })
    .from(undo)
    .where(eq(undo.actId, sql`${undoOf('')} || ${changes.actId}`));
  const isStanding = or(
    isNull(changes.actId),
    and(ne(changes.actId, actId), notLike(changes.actId, UNDOS), notExists(undone)),
  );
  return readTouches(from, and(isAbout(deals), gt(changes.id, after), isStanding));
}

async function readTouches(from: Db, condition: SQL | undefined): Promise<Touch[]> {
  const { id, at, subject, subjectId, subjectName, act, actId, actorId, actorEmail } = changes;
  const { firstName, lastName, email } = users;
  const rows = await from
    .select({
      touch: { id, at, actorId, subject, subjectId, subjectName, act },
      actId,
      actorEmail,
      fields: sql<string>`(select json_group_array(key) from json_each(${changes.fields}))`,
      actor: { firstName, lastName, email },
    })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(condition)
    .orderBy(asc(id));
  return rows.map(({ touch, actId, fields, actor, actorEmail }) => ({
    ...touch,
    deal: Number(touch.subjectId),
    fields: JSON.parse(fields) as string[],
    by: actorName(actor, actorEmail),
    isUndo: isUndo(actId ?? ''),
  }));
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
