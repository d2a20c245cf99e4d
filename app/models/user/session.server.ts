import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db, type Db } from '#db/client';
import { authenticators, passkeys, pendingLogins, sessions, users } from '#db/schema';
import { transactionIfIdle, transactionInReserve } from '#db/transaction';
import { unauthorized } from '~/refusal';
import { logEvent } from '~/log.server';
import type { Viewer } from '~/models/access';
import { hashKey, newKey } from '~/models/key.server';
import { deletionTime } from '~/models/history/clock.server';

/** Lifetime after the last renewal, in seconds (rule 1.18). */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;
/** Lifetime after the login, however often it is renewed, in ms. */
const MAX_SESSION_AGE = 90 * 24 * 60 * 60 * 1000;
/** How long a password that was given in a session counts there, in ms (rule 1.45). */
const CONFIRMED_TIME = 10 * 60 * 1000;

/** `startedAt` is in ms since 1970, `agent` the User-Agent header. */
export interface SessionData {
  userId?: string;
  startedAt?: number;
  agent?: string;
}

/**
 * Begins a session of somebody who has just given the password, and notes the sign-in. Returns the
 * random id; the table has only its hash. Throws 401 if the user is gone.
 */
export async function createSession(data: SessionData, expire: Date): Promise<string> {
  const { userId } = data;
  if (!userId) throw new Error('A session belongs to an account.');
  const id = newKey();
  await transactionInReserve(async (tx) => {
    await tx.delete(sessions).where(lt(sessions.expire, await deletionTime(tx)));
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
    .where(and(eq(sessions.sid, hashKey(id)), notOver()));
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

export async function deleteSession(id: string): Promise<void> {
  await transactionInReserve(async (tx) =>
    tx.delete(sessions).where(eq(sessions.sid, hashKey(id))),
  );
}

/** Ends all of a user's sessions, and the logins that have begun. */
export async function deleteSessionsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
}

const notOver = () =>
  and(
    gt(sessions.expire, new Date()),
    sql`json_extract(${sessions.sess}, '$.startedAt') > ${Date.now() - MAX_SESSION_AGE}`,
  );

/**
 * The viewer's sessions, at most `limit`: the current one, whose id is given, and the most recently
 * used ones.
 */
export async function listSessions(viewer: Viewer, id: string, limit: number) {
  const isCurrent = eq(sessions.sid, hashKey(id));
  const rows = await db
    .select({ sid: sessions.sid, sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), notOver()))
    .orderBy(desc(isCurrent), desc(sessions.expire))
    .limit(limit);
  return rows.map(({ sid, sess, expire }) => ({
    sid,
    agent: sess.agent ?? '',
    startedAt: new Date(sess.startedAt ?? 0),
    lastSeen: new Date(expire.getTime() - SESSION_SECONDS * 1000),
    isCurrent: sid === hashKey(id),
  }));
}

export async function countSessions(viewer: Viewer): Promise<number> {
  return db.$count(sessions, and(eq(sessions.userId, viewer.id), notOver()));
}

export async function endOtherSessions(viewer: Viewer, id: string): Promise<void> {
  await transactionInReserve(async (tx) => deleteOtherSessions(tx, viewer.id, id));
  logEvent('other sessions ended');
}

/** Ends one of the viewer's own sessions by its `sid`. Returns false if there is none. */
export async function endOwnSession(viewer: Viewer, sid: string): Promise<boolean> {
  const ended = await transactionInReserve(async (tx) =>
    tx
      .delete(sessions)
      .where(and(eq(sessions.userId, viewer.id), eq(sessions.sid, sid)))
      .returning({ sid: sessions.sid }),
  );
  if (ended.length) logEvent('session ended');
  return ended.length > 0;
}

/** Ends a user's sessions but for one, and the logins that have begun. */
export async function deleteOtherSessions(tx: Db, userId: string, id: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, hashKey(id))));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
}

/** Notes that the session's person has given the password, and the second factor if they have one. */
export async function confirmSession(id: string): Promise<void> {
  await transactionInReserve(async (tx) =>
    tx
      .update(sessions)
      .set({ confirmedAt: new Date() })
      .where(eq(sessions.sid, hashKey(id))),
  );
}

/** Whether that was within the last ten minutes. Not if the clock has been set back since. */
export async function isConfirmed(id: string): Promise<boolean> {
  const confirmedAt = (await findViewer(id))?.confirmedAt;
  const since = Date.now() - (confirmedAt?.getTime() ?? 0);
  return since >= 0 && since < CONFIRMED_TIME;
}

/** The current user of a session and when it expires; undefined if it is not valid. */
export async function findViewer(id: string) {
  const sid = hashKey(id);
  const session = await cachedUntilCommit(`viewer ${sid}`, () => readViewer(sid));
  const isOver =
    !session ||
    session.expire.getTime() <= Date.now() ||
    session.startedAt <= Date.now() - MAX_SESSION_AGE;
  return isOver ? undefined : session;
}

export const viewerColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  isAdmin: users.isAdmin,
};

/** Whether a user has a second factor. */
export const hasFactor = sql<boolean>`
  exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}) or
  exists (select 1 from ${authenticators} where ${authenticators.userId} = ${users.id}
          and ${authenticators.confirmedAt} is not null)`.mapWith(Boolean);

export const maySignIn = and(eq(users.approvalStatus, 'approved'), isNull(users.disabledAt));

async function readViewer(sid: string) {
  const [row] = await db
    .select({
      expire: sessions.expire,
      confirmedAt: sessions.confirmedAt,
      hasSecondFactor: hasFactor,
      startedAt: sql<number>`coalesce(json_extract(${sessions.sess}, '$.startedAt'), 0)`,
      viewer: viewerColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.sid, sid), maySignIn));
  return row;
}
