import { and, between, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { historyEvents, users } from '#db/schema';
import { listMergesAt } from '~/domain/deal/merges.server';
import {
  findHistoryWindow,
  MAX_WINDOW_BYTES,
  MAX_WINDOW_CHANGES,
  type WindowLimits,
} from '~/domain/history/window.server';
import { isEffectiveChange } from '~/domain/operations/undo/events.server';
import { getActorName } from '~/domain/person/names';

export interface FieldOrigin {
  id: number;
  at: Date;
  by: string;
}

export interface FieldOrigins {
  byField: Map<string, FieldOrigin>;
  /** Fields missing from the map were set before this event; 0 if never. */
  othersSetBeforeId: number;
}

/** Finds the events that set these fields; for a value that came with a merge, those of the loser. */
export async function findFieldOrigins(
  tx: Db,
  dealId: number,
  fields: string[],
): Promise<FieldOrigins> {
  const remaining = { changes: MAX_WINDOW_CHANGES, bytes: MAX_WINDOW_BYTES };
  return findOriginsWithin(tx, dealId, fields, remaining);
}

async function findOriginsWithin(
  tx: Db,
  dealId: number,
  fields: string[],
  remaining: WindowLimits,
): Promise<FieldOrigins> {
  const subject = 'pipeline';
  const query = { subject, subjectId: dealId, from: 'newest', limits: { ...remaining } } as const;
  const window = await findHistoryWindow(tx, query);
  remaining.changes -= window.changes;
  remaining.bytes -= window.bytes;
  const byField = await findDealFieldOrigins(tx, dealId, fields, [window.minId, window.maxId]);
  for (const merge of await findContributingMerges(tx, dealId, byField)) {
    const fromLoser = await findOriginsWithin(tx, merge.loserId, merge.fields, remaining);
    for (const [field, origin] of fromLoser.byField) byField.set(field, origin);
  }
  return { byField, othersSetBeforeId: window.isComplete ? 0 : window.minId };
}

async function findDealFieldOrigins(
  tx: Db,
  dealId: number,
  fields: string[],
  [minId, maxId]: [number, number],
): Promise<Map<string, FieldOrigin>> {
  const { id, at, subject, subjectId, kind, actorId, actorEmail } = historyEvents;
  const { firstName, lastName, email } = users;
  const field = sql<string>`field.key`;
  const eachField = sql`json_each(${historyEvents.fields}) as field`;
  const isAboutDeal = and(eq(subjectId, String(dealId)), eq(subject, 'pipeline'));
  const latest = await tx
    .select({ field, id: sql<number>`max(${id})` })
    .from(historyEvents)
    .innerJoin(eachField, inArray(field, fields))
    .where(and(isAboutDeal, between(id, minId, maxId), ne(kind, 'deleted'), isEffectiveChange(tx)))
    .groupBy(field);
  const ids = latest.map((row) => row.id);
  const rows = await tx
    .select({ id, at, actorEmail, actor: { firstName, lastName, email } })
    .from(historyEvents)
    .leftJoin(users, eq(users.id, actorId))
    .where(inArray(id, ids));
  const origins = new Map(
    rows.map(({ id, at, actor, actorEmail }) => [
      id,
      { id, at, by: getActorName(actor, actorEmail) },
    ]),
  );
  return new Map(latest.map((row) => [row.field, origins.get(row.id)!]));
}

async function findContributingMerges(tx: Db, dealId: number, byField: Map<string, FieldOrigin>) {
  const moments = [...byField.values()].map(({ at }) => at);
  const merges = await listMergesAt(tx, dealId, moments);
  return merges.map(({ loserId, mergedAt }) => ({
    loserId,
    fields: [...byField].flatMap(([field, { at }]) =>
      at.getTime() === mergedAt.getTime() ? field : [],
    ),
  }));
}
