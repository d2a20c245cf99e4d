import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { sessions, users } from '#db/schema';
import { transactionIfIdle, transactionUsingReserve } from '#db/transaction';
import { DAY_MS } from '~/domain/date/calendar-day';
import { getDeletionTime } from '~/domain/history/deletion-time.server';
import { generateKey, hashKey } from '~/domain/key.server';
import { unauthorized } from '~/errors';

/** Time after the last renewal (rule 1.18). */
export const SESSION_TTL_SECONDS = 14 * 24 * 60 * 60;

/** Time after the login, however often the session is renewed. */
export const MAX_SESSION_AGE_MS = 90 * DAY_MS;

/** `startedAt` is in ms since 1970; `agent` is the User-Agent header. */
export interface SessionData {
  userId?: string;
  startedAt?: number;
  agent?: string;
}

/**
 * Starts a session after the password was accepted. Returns its id, of which only the hash is
 * stored. Throws 401 if the user is gone.
 */
export async function createSession(data: SessionData, expire: Date): Promise<string> {
  const { userId } = data;
  if (!userId) throw new Error('A session belongs to an account.');
  const id = generateKey();
  await transactionUsingReserve(async (tx) => {
    await tx.delete(sessions).where(lt(sessions.expire, await getDeletionTime(tx)));
    const signedIn = await tx
      .update(users)
      .set({ signedInAt: new Date() })
      .where(eq(users.id, userId))
      .returning({ id: users.id });
    if (!signedIn.length) throw unauthorized();
    const sid = hashKey(id);
    await tx.insert(sessions).values({ sid, userId, sess: data, expire, confirmedAt: new Date() });
  });
  return id;
}

export async function findSession(id: string): Promise<SessionData | null> {
  const [row] = await db
    .select({ sess: sessions.sess })
    .from(sessions)
    .where(and(eq(sessions.sid, hashKey(id)), isUnexpired()));
  return row?.sess ?? null;
}

/** Throws a DatabaseError immediately if the database cannot be written now. */
export async function updateSession(id: string, data: SessionData, expire: Date): Promise<void> {
  await transactionIfIdle(async (tx) =>
    tx
      .update(sessions)
      .set({ sess: data, expire })
      .where(eq(sessions.sid, hashKey(id))),
  );
}

export const isUnexpired = () =>
  and(
    gt(sessions.expire, new Date()),
    sql`json_extract(${sessions.sess}, '$.startedAt') > ${Date.now() - MAX_SESSION_AGE_MS}`,
  );
