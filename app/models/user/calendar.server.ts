import { and, eq } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { calendars, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey, notesOfUse } from '~/models/key.server';
import { maySignIn } from '~/models/user/session.server';

/** The secret address of a user's calendar: a key of which the hash alone is stored. */

const KEY = /^[\w-]{43}$/;
/** Once an hour. */
const noteUse = notesOfUse(60 * 60 * 1000, 'The reading of a calendar was not noted');

/** Returns the key, which cannot be read again. An earlier one ends. */
export async function makeCalendar(viewer: Viewer, timeZone: string): Promise<string> {
  const key = newKey();
  const row = { key: hashKey(key), timeZone, createdAt: new Date(), lastReadAt: null };
  await transaction(async (tx) => {
    const [before] = await tx.delete(calendars).where(isOf(viewer)).returning();
    await tx.insert(calendars).values({ ...row, userId: viewer.id });
    const change: [string | null, string] = before ? ['made', 'renewed'] : [null, 'made'];
    await writeHistory(tx, viewer, [userEntry(viewer, 'changed', { calendar: change })]);
  });
  return key;
}

export async function endCalendar(viewer: Viewer): Promise<boolean> {
  return transaction(async (tx) => endCalendarOf(tx, viewer, viewer));
}

/** Ends a user's calendar: also where the account is disabled or gets a password by a link. */
export async function endCalendarOf(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
): Promise<boolean> {
  const ended = await tx.delete(calendars).where(isOf(user)).returning();
  const entry = userEntry(user, 'changed', { calendar: ['made', null] });
  if (ended.length) await writeHistory(tx, actor, [entry]);
  return ended.length > 0;
}

export async function findOwnCalendar(viewer: Viewer) {
  const [row] = await db
    .select({ createdAt: calendars.createdAt, lastReadAt: calendars.lastReadAt })
    .from(calendars)
    .where(isOf(viewer));
  return row;
}

/** Undefined unless the key is one of a user who may log in. */
export async function findCalendar(key: string) {
  if (!KEY.test(key)) return undefined;
  const { userId, timeZone, lastReadAt } = calendars;
  const [row] = await db
    .select({ key: calendars.key, userId, timeZone, lastReadAt })
    .from(calendars)
    .innerJoin(users, eq(users.id, calendars.userId))
    .where(and(eq(calendars.key, hashKey(key)), maySignIn));
  return row;
}
export type KnownCalendar = NonNullable<Awaited<ReturnType<typeof findCalendar>>>;

function isOf({ id }: Pick<User, 'id'>) {
  return eq(calendars.userId, id);
}

export async function noteReading({ key, lastReadAt }: KnownCalendar): Promise<void> {
  await noteUse(key, lastReadAt, async (tx, now) =>
    tx.update(calendars).set({ lastReadAt: now }).where(eq(calendars.key, key)),
  );
}
