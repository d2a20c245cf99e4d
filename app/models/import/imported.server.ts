import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  min,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import { type Change, changes, imports, users } from '#db/schema';
import { displayName } from '~/models/text';

/** What the history says of an import. */

const aboutDeals = inArray(changes.subject, ['pipeline', 'evaluation', 'note']);

/** A change without its values. */
export interface Touch extends Pick<Change, 'id' | 'at' | 'subject' | 'act' | 'subjectName'> {
  deal: number;
  fields: string[];
  /** By name. */
  by: string;
}

/** A deal that an import created or changed, or whose evaluation. */
export interface ImportedDeal {
  id: number;
  /** The import created it. */
  isNew: boolean;
  /** Its undo deleted it. */
  isDeleted: boolean;
  /** The id of the import's first change of it. */
  since: number;
}

/** Deals that are read at once. */
const CHUNK = 250;

/** The deals of an import, some at a time. */
export async function* importedDeals(from: Db, importId: number): AsyncGenerator<ImportedDeal[]> {
  const { id, subject, subjectId, act } = changes;
  const isAct = (which: Change['act']) =>
    sql<number>`max(${subject} = 'pipeline' and ${act} = ${which})`;
  for (let last = ''; ; await yieldToEventLoop()) {
    const rows = await from
      .select({ subjectId, isNew: isAct('created'), isDeleted: isAct('deleted'), since: min(id) })
      .from(changes)
      .where(and(eq(changes.importId, importId), aboutDeals, gt(subjectId, last)))
      .groupBy(subjectId)
      .orderBy(subjectId)
      .limit(CHUNK);
    if (rows.length)
      yield rows.map(({ subjectId, isNew, isDeleted, since }) => ({
        id: Number(subjectId),
        isNew: Boolean(isNew),
        isDeleted: Boolean(isDeleted),
        since: since!,
      }));
    if (rows.length < CHUNK) return;
    last = rows.at(-1)!.subjectId;
  }
}

const isAbout = (deals: number[]) => and(inArray(changes.subjectId, deals.map(String)), aboutDeals);

/** What an import that was not undone did to these deals, oldest first. */
export async function importedChanges(from: Db, importId: number, deals: number[]) {
  return from
    .select()
    .from(changes)
    .where(and(eq(changes.importId, importId), isAbout(deals)))
    .orderBy(asc(changes.id));
}

/** What an import and its undo did to these deals, oldest first. */
export async function importTouches(from: Db, importId: number, deals: number[]): Promise<Touch[]> {
  return readTouches(from, and(eq(changes.importId, importId), isAbout(deals)));
}

/** What others did to these deals after a change, oldest first. */
export async function laterTouches(
  from: Db,
  importId: number,
  deals: number[],
  after: number,
): Promise<Touch[]> {
  const isOther = or(isNull(changes.importId), ne(changes.importId, importId));
  return readTouches(from, and(isAbout(deals), gt(changes.id, after), isOther));
}

/** The same, but without imports that were undone. */
export async function standingTouches(
  tx: Db,
  importId: number,
  deals: number[],
  after: number,
): Promise<Touch[]> {
  const undone = tx.select({ id: imports.id }).from(imports).where(isNotNull(imports.undoneAt));
  const isStanding = or(
    isNull(changes.importId),
    and(ne(changes.importId, importId), notInArray(changes.importId, undone)),
  );
  return readTouches(tx, and(isAbout(deals), gt(changes.id, after), isStanding));
}

async function readTouches(from: Db, which: SQL | undefined): Promise<Touch[]> {
  const { id, at, subject, subjectId, subjectName, act, actorEmail } = changes;
  const { firstName, lastName, email } = users;
  const rows = await from
    .select({
      touch: { id, at, subject, subjectName, act },
      subjectId,
      actorEmail,
      fields: sql<string>`(select json_group_array(key) from json_each(${changes.fields}))`,
      actor: { firstName, lastName, email },
    })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(which)
    .orderBy(asc(id));
  return rows.map(({ touch, subjectId, fields, actor, actorEmail }) => ({
    ...touch,
    deal: Number(subjectId),
    fields: JSON.parse(fields) as string[],
    by: actor?.email ? displayName(actor) : (actorEmail ?? 'the system'),
  }));
}
