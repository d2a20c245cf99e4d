import { and, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { calendars, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { type Actor, recordHistory, userEvent } from '~/domain/history/record.server';
import { createUseRecorder, generateKey, hashKey } from '~/domain/key.server';
import { canSignIn } from '~/domain/session/viewer.server';

const KEY_PATTERN = /^[\w-]{43}$/;
const recordUse = createUseRecorder(60 * 60 * 1000, 'The reading of a calendar was not noted');

export async function createCalendarFeed(viewer: Viewer, timeZone: string): Promise<string> {
  const key = generateKey();
  const row = { key: hashKey(key), timeZone, createdAt: new Date(), lastReadAt: null };
  await transaction(async (tx) => {
    const [before] = await tx.delete(calendars).where(belongsTo(viewer)).returning();
    await tx.insert(calendars).values({ ...row, userId: viewer.id });
    const change: [string | null, string] = before ? ['made', 'renewed'] : [null, 'made'];
    await recordHistory(tx, viewer, [userEvent(viewer, 'changed', { calendar: change })]);
  });
  return key;
}

export async function endOwnCalendarFeed(viewer: Viewer): Promise<boolean> {
  return transaction(async (tx) => endCalendarFeed(tx, viewer, viewer));
}

export async function endCalendarFeed(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
): Promise<boolean> {
  const ended = await tx.delete(calendars).where(belongsTo(user)).returning();
  const entry = userEvent(user, 'changed', { calendar: ['made', null] });
  if (ended.length) await recordHistory(tx, actor, [entry]);
  return ended.length > 0;
}

export async function findOwnCalendarFeed(viewer: Viewer) {
  const [row] = await db
    .select({ createdAt: calendars.createdAt, lastReadAt: calendars.lastReadAt })
    .from(calendars)
    .where(belongsTo(viewer));
  return row;
}

export async function findCalendarFeed(key: string) {
  if (!KEY_PATTERN.test(key)) return undefined;
  const { userId, timeZone, lastReadAt } = calendars;
  const [row] = await db
    .select({ key: calendars.key, userId, timeZone, lastReadAt })
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.userId))
    .where(and(eq(calendars.key, hashKey(key)), canSignIn));
  return row;
}
export type CalendarFeed = NonNullable<Awaited<ReturnType<typeof findCalendarFeed>>>;

function belongsTo({ id }: Pick<User, 'id'>) {
  return eq(calendars.userId, id);
}

export async function recordCalendarFeedRead({ key, lastReadAt }: CalendarFeed): Promise<void> {
  await recordUse(key, lastReadAt, async (tx, now) =>
    tx.update(calendars).set({ lastReadAt: now }).where(eq(calendars.key, key)),
  );
}
