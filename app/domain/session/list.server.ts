import { and, desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { sessions } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { isUnexpired, SESSION_TTL_SECONDS } from './session.server';

export async function listSessions(viewer: Viewer, id: string, limit: number) {
  const isCurrent = eq(sessions.sid, hashKey(id));
  const rows = await db
    .select({ sid: sessions.sid, sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), isUnexpired()))
    .orderBy(desc(isCurrent), desc(sessions.expire))
    .limit(limit);
  return rows.map(({ sid, sess, expire }) => ({
    sid,
    agent: sess.agent ?? '',
    startedAt: new Date(sess.startedAt ?? 0),
    lastSeen: new Date(expire.getTime() - SESSION_TTL_SECONDS * 1000),
    isCurrent: sid === hashKey(id),
  }));
}

export async function countSessions(viewer: Viewer): Promise<number> {
  return db.$count(sessions, and(eq(sessions.userId, viewer.id), isUnexpired()));
}
