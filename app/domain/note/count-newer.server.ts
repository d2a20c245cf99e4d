import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { notes } from '#db/schema';

export async function countNewerNotes(ids: number[]): Promise<Map<number, number>> {
  if (!ids.length) return new Map();
  const newer = alias(notes, 'newer');
  const rows = await db
    .select({ id: notes.id, count: sql<number>`count(${newer.id})` })
    .from(notes)
    .leftJoin(newer, and(eq(newer.dealId, notes.dealId), gt(newer.id, notes.id)))
    .where(inArray(notes.id, ids))
    .groupBy(notes.id);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
