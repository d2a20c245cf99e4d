import { and, eq, getTableColumns, gt, lt, lte, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { pendingLogins, type User, users } from '#db/schema';
import { transactionInReserve } from '#db/transaction';
import { unauthorized } from '~/refusal';
import { hashKey, newKey } from '~/models/key.server';
import type { Addressee } from '~/models/mail/mail.server';
import { maySignIn } from '~/models/user/session.server';
import { acceptCode } from './app.server';
import { acceptPasskey } from './passkey.server';
import type { SecondStep } from './schema';
import { deletionTime } from '~/models/history/clock.server';

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
  await transactionInReserve(async (tx) => {
    await tx.delete(pendingLogins).where(lt(pendingLogins.expire, await deletionTime(tx)));
    const expire = new Date(Date.now() + LIFETIME);
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

/** The user of a login; undefined if it is over or they may no longer log in. */
export async function findPendingLogin(key: string): Promise<User | undefined> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(pendingLogins)
    .innerJoin(users, eq(users.id, pendingLogins.userId))
    .where(and(isThis(key), maySignIn));
  return user;
}

/** Counts a try as failed before it is made, so simultaneous ones count. Throws 401 after ten. */
export async function countTry(key: string): Promise<void> {
  const counted = await transactionInReserve(async (tx) =>
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
  const used = await transactionInReserve(async (tx) =>
    tx.delete(pendingLogins).where(isThis(key)).returning({ key: pendingLogins.key }),
  );
  if (!used.length) throw unauthorized('This login has expired. Please sign in again.');
}

/**
 * Accepts a code, a recovery code or a passkey's answer, each once. `holder` is the key of the row of
 * the session or login that asks. Throws 401.
 */
export async function acceptFactor(
  user: Addressee & { id: string },
  holder: string,
  { code = '', credential }: SecondStep,
): Promise<void> {
  if (credential) await acceptPasskey({ userId: user.id, holder }, credential);
  else await acceptCode(user, code);
}
