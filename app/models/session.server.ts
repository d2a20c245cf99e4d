import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { db, transaction, type Db } from '#db/client';
import { sessions, users } from '#db/schema';
import { unauthorized } from '~/http.server';
import type { Viewer } from './access';

/** How long a session lasts after it was last renewed, in seconds (clarification 4). */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;

type SessionData = Record<string, unknown> & { userId?: string };

function hashed(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Stores a session under a new random id and returns the id; the table holds only its hash. Throws 401 when the account was deleted meanwhile. */
export async function createSession(data: SessionData, expire: Date): Promise<string> {
  const { userId } = data;
  if (!userId) throw new Error('A session belongs to an account.');
  const id = randomBytes(32).toString('base64url');
  await transaction(async (tx) => {
    await tx.delete(sessions).where(lt(sessions.expire, new Date()));
    if (!(await tx.$count(users, eq(users.id, userId)))) throw unauthorized();
    await tx.insert(sessions).values({ sid: hashed(id), userId, sess: data, expire });
  });
  return id;
}

export async function findSession(id: string): Promise<SessionData | null> {
  const [row] = await db.select({ sess: sessions.sess }).from(sessions).where(and(eq(sessions.sid, hashed(id)), gt(sessions.expire, new Date())));
  return row?.sess ?? null;
}

export async function updateSession(id: string, data: SessionData, expire: Date): Promise<void> {
  await transaction(async (tx) => tx.update(sessions).set({ sess: data, expire }).where(eq(sessions.sid, hashed(id))));
}

export async function deleteSession(id: string): Promise<void> {
  await transaction(async (tx) => tx.delete(sessions).where(eq(sessions.sid, hashed(id))));
}

/** Signs an account out everywhere. */
export async function deleteSessionsOf(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
}

/** The person behind a session id, as the account stands now, and when the session ends; undefined when signed out. */
export async function findViewer(id: string): Promise<{ viewer: Viewer; expire: Date } | undefined> {
  const [row] = await db
    .select({
      expire: sessions.expire,
      viewer: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName, role: users.role, isAdmin: users.isAdmin },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.sid, hashed(id)), gt(sessions.expire, new Date()), eq(users.approvalStatus, 'approved')));
  return row;
}
