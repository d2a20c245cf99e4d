import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { authenticators, passkeys, sessions, users } from '#db/schema';
import { hashKey } from '~/domain/key.server';
import { MAX_SESSION_AGE_MS } from './session.server';

export async function findViewer(id: string) {
  const sid = hashKey(id);
  const session = await cacheUntilCommit(`viewer ${sid}`, () => queryViewer(sid));
  const isOver =
    !session ||
    session.expire.getTime() <= Date.now() ||
    session.startedAt <= Date.now() - MAX_SESSION_AGE_MS;
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

export const hasSecondFactorColumn = sql<boolean>`
  exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}) or
  exists (select 1 from ${authenticators} where ${authenticators.userId} = ${users.id}
          and ${authenticators.confirmedAt} is not null)`.mapWith(Boolean);

export const canSignIn = and(eq(users.approvalStatus, 'approved'), isNull(users.disabledAt));

export const isAdminRow = or(eq(users.role, 'admin'), eq(users.isAdmin, true));

async function queryViewer(sid: string) {
  const [row] = await db
    .select({
      expire: sessions.expire,
      confirmedAt: sessions.confirmedAt,
      hasSecondFactor: hasSecondFactorColumn,
      startedAt: sql<number>`coalesce(json_extract(${sessions.sess}, '$.startedAt'), 0)`,
      viewer: viewerColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.sid, sid), canSignIn));
  return row;
}
