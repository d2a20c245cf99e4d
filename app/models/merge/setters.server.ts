import { and, between, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { changes, users } from '#db/schema';
import {
  findHistoryWindow,
  MAX_WINDOW_BYTES,
  MAX_WINDOW_CHANGES,
  type WindowLimits,
} from '~/models/history/window.server';
import { findMergesAt } from '~/models/pipeline/merged.server';
import { actorName } from '~/models/text';
import { isStanding } from '~/models/undo/acted.server';

/** The change that has set a field. */
export interface Setter {
  id: number;
  at: Date;
  by: string;
}

/** The changes that have set the fields of a deal, as far as one request may read its history. */
export interface Setters {
  byField: Map<string, Setter>;
  /** A field that is not in the map was set before this change; 0 if never. */
  othersBefore: number;
}

/** Finds the changes that have set these fields: of a value that came along with a merge, the loser's. */
export async function findSetters(from: Db, dealId: number, fields: string[]): Promise<Setters> {
  const left = { changes: MAX_WINDOW_CHANGES, bytes: MAX_WINDOW_BYTES };
  return findWithin(from, dealId, fields, left);
}

/** `left` is what may still be read; it is used up on the way. */
async function findWithin(
  from: Db,
  dealId: number,
  fields: string[],
  left: WindowLimits,
): Promise<Setters> {
  const subject = 'pipeline';
  const query = { subject, subjectId: dealId, from: 'newest', limits: { ...left } } as const;
  const window = await findHistoryWindow(from, query);
  left.changes -= window.changes;
  left.bytes -= window.bytes;
  const byField = await readSetters(from, dealId, fields, [window.least, window.greatest]);
  for (const merge of await mergesThatSet(from, dealId, byField)) {
    const brought = await findWithin(from, merge.loserId, merge.fields, left);
    for (const [field, setter] of brought.byField) byField.set(field, setter);
  }
  return { byField, othersBefore: window.isComplete ? 0 : window.least };
}

async function readSetters(
  from: Db,
  dealId: number,
  fields: string[],
  [least, greatest]: [number, number],
): Promise<Map<string, Setter>> {
  const { id, at, subject, subjectId, act, actorId, actorEmail } = changes;
  const { firstName, lastName, email } = users;
  const field = sql<string>`field.key`;
  const eachField = sql`json_each(${changes.fields}) as field`;
  const isAboutDeal = and(eq(subjectId, String(dealId)), eq(subject, 'pipeline'));
  const latest = await from
    .select({ field, id: sql<number>`max(${id})` })
    .from(changes)
    .innerJoin(eachField, inArray(field, fields))
    .where(and(isAboutDeal, between(id, least, greatest), ne(act, 'deleted'), isStanding(from, '')))
    .groupBy(field);
  const ids = latest.map((row) => row.id);
  const rows = await from
    .select({ id, at, actorEmail, actor: { firstName, lastName, email } })
    .from(changes)
    .leftJoin(users, eq(users.id, actorId))
    .where(inArray(id, ids));
  const setters = new Map(
    rows.map(({ id, at, actor, actorEmail }) => [id, { id, at, by: actorName(actor, actorEmail) }]),
  );
  return new Map(latest.map((row) => [row.field, setters.get(row.id)!]));
}

/** The merges that have brought some of these values, with the fields that each has brought. */
async function mergesThatSet(from: Db, dealId: number, byField: Map<string, Setter>) {
  const moments = [...byField.values()].map(({ at }) => at);
  const merges = await findMergesAt(from, dealId, moments);
  return merges.map(({ loserId, mergedAt }) => ({
    loserId,
    fields: [...byField].flatMap(([field, { at }]) =>
      at.getTime() === mergedAt.getTime() ? field : [],
    ),
  }));
}
