import { and, eq, getTableColumns, gt, lt, lte, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { pendingLogins, type User, users } from '#db/schema';
import { transactionUsingReserve } from '#db/transaction';
import { getDeletionTime } from '~/domain/history/deletion-time.server';
import { generateKey, hashKey } from '~/domain/key.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { unauthorized } from '~/errors';

/**
 * A pending login (rule 1.37) starts one session, and ends with every change of password, second
 * factor or right to sign in.
 */

const PENDING_LOGIN_TTL_MS = 5 * 60 * 1000;

const MAX_FAILED_ATTEMPTS = 10;

export async function createPendingLogin({ id }: Pick<User, 'id'>): Promise<string> {
  const key = generateKey();
  await transactionUsingReserve(async (tx) => {
    await tx.delete(pendingLogins).where(lt(pendingLogins.expire, await getDeletionTime(tx)));
    const expire = new Date(Date.now() + PENDING_LOGIN_TTL_MS);
    await tx.insert(pendingLogins).values({ key: hashKey(key), userId: id, expire });
  });
  return key;
}

/** Rejects an expiry that lies too far ahead, stored before the clock was set back. */
function isPendingLogin(key: string) {
  return and(
    eq(pendingLogins.key, hashKey(key)),
    gt(pendingLogins.expire, new Date()),
    lte(pendingLogins.expire, new Date(Date.now() + PENDING_LOGIN_TTL_MS)),
  );
}

export async function findPendingLogin(key: string): Promise<User | undefined> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(pendingLogins)
    .innerJoin(users, eq(users.id, pendingLogins.userId))
    .where(and(isPendingLogin(key), canSignIn));
  return user;
}

/** Counts an attempt as failed before it is made, so that simultaneous ones count. Throws 401 after ten. */
export async function recordLoginAttempt(key: string): Promise<void> {
  const counted = await transactionUsingReserve(async (tx) =>
    tx
      .update(pendingLogins)
      .set({ failures: sql`${pendingLogins.failures} + 1` })
      .where(and(isPendingLogin(key), lt(pendingLogins.failures, MAX_FAILED_ATTEMPTS)))
      .returning({ key: pendingLogins.key }),
  );
  if (!counted.length) throw unauthorized('Too many wrong codes. Please sign in again.');
}

export async function completePendingLogin(key: string): Promise<void> {
  const used = await transactionUsingReserve(async (tx) =>
    tx.delete(pendingLogins).where(isPendingLogin(key)).returning({ key: pendingLogins.key }),
  );
  if (!used.length) throw unauthorized('This login has expired. Please sign in again.');
}
