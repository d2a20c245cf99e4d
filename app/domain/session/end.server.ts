import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#db/client';
import { pendingLogins, sessions } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { logEvent } from '~/log.server';

export async function deleteSession(id: string): Promise<void> {
  await transactionUsingReserve(async (tx) =>
    tx.delete(sessions).where(eq(sessions.sid, hashKey(id))),
  );
}

export async function deleteUserSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
}

export async function endOtherSessions(viewer: Viewer, id: string): Promise<void> {
  await transactionUsingReserve(async (tx) => deleteOtherSessions(tx, viewer.id, id));
  logEvent('other sessions ended');
}

export async function endOwnSession(viewer: Viewer, sid: string): Promise<boolean> {
  const ended = await transactionUsingReserve(async (tx) =>
    tx
      .delete(sessions)
      .where(and(eq(sessions.userId, viewer.id), eq(sessions.sid, sid)))
      .returning({ sid: sessions.sid }),
  );
  if (ended.length) logEvent('session ended');
  return ended.length > 0;
}

export async function deleteOtherSessions(tx: Db, userId: string, id: string): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.sid, hashKey(id))));
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId));
}
