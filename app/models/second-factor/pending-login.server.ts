import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { pendingLogins, type User } from '#db/schema';
import { transaction } from '#db/transaction';
import { unauthorized } from '~/refusal';
import { hashKey, newKey } from '~/models/key.server';
import { findUserForLogin } from '~/models/user/write.server';

/**
 * Logins between the password and the second factor (rule 1.37). Each is good for one session. They
 * end with every change of the password, the second factor or the right to log in.
 */

/** In ms. */
const LIFETIME = 5 * 60 * 1000;
const MOST_FAILURES = 10;

/** Stores the login of somebody who has given the password. Returns its random key. */
export async function beginLogin({ id }: Pick<User, 'id'>): Promise<string> {
  const key = newKey();
  const now = Date.now();
  await transaction(async (tx) => {
    await tx.delete(pendingLogins).where(lt(pendingLogins.expire, new Date(now)));
    const expire = new Date(now + LIFETIME);
    await tx.insert(pendingLogins).values({ key: hashKey(key), userId: id, expire });
  });
  return key;
}

/** Not over, nor of a day to come, from before the clock was set back. */
function isThis(key: string) {
  return and(
    eq(pendingLogins.key, hashKey(key)),
    gt(pendingLogins.expire, new Date()),
    lte(pendingLogins.expire, new Date(Date.now() + LIFETIME)),
  );
}

/** The user of a login; undefined if it is over or they may not log in any more. */
export async function findPendingLogin(key: string): Promise<User | undefined> {
  const [login] = await db
    .select({ userId: pendingLogins.userId })
    .from(pendingLogins)
    .where(isThis(key));
  return login && findUserForLogin(login.userId);
}

/** Counts a try as failed before it is made, so that many at once count too. Throws 401 after ten. */
export async function countTry(key: string): Promise<void> {
  const counted = await transaction(async (tx) =>
    tx
      .update(pendingLogins)
      .set({ failures: sql`${pendingLogins.failures} + 1` })
      .where(and(isThis(key), lt(pendingLogins.failures, MOST_FAILURES)))
      .returning({ key: pendingLogins.key }),
  );
  if (!counted.length) throw unauthorized('Too many wrong codes. Please sign in again.');
}

/** Ends a login that succeeds. Throws 401 if another request has ended it. */
export async function takePendingLogin(key: string): Promise<void> {
  const used = await transaction(async (tx) =>
    tx.delete(pendingLogins).where(isThis(key)).returning({ key: pendingLogins.key }),
  );
  if (!used.length) throw unauthorized('This login is over. Please sign in again.');
}
