import { and, eq } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { lower, type User, users } from '#db/schema';
import { transactionInReserve } from '#db/transaction';
import { conflict, forbidden, notFound, unauthorized } from '~/refusal';
import { noteUser } from '~/log.server';
import { hashKey } from '~/models/key.server';
import { hashPassword, needsRehash, passwordMatches } from './password.server';

/** Finding the user who logs in, and their password. */

/** Throws 404. */
export async function getUser(id: string): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound('User not found');
  return user;
}

export async function findSignupStatus(key: string): Promise<User['approvalStatus'] | undefined> {
  const [row] = await db
    .select({ status: users.approvalStatus })
    .from(users)
    .where(eq(users.signupKey, hashKey(key)));
  return row?.status;
}

export async function findUserByEmail(email: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(lower(users.email), email.toLowerCase()));
  return user;
}

/**
 * Checks email and password. Throws 401, and only after a correct password 403 if the user may not
 * log in (rule 1.14).
 */
export async function verifyLogin(email: string, password: string): Promise<User> {
  const user = await findUserByEmail(email);
  if (user) noteUser(user.id);
  if (!(await passwordMatches(password, user?.password, 'login')) || !user)
    throw unauthorized('Invalid email or password.');
  if (user.approvalStatus === 'pending') throw forbidden('Your account is pending admin approval.');
  if (user.approvalStatus === 'rejected') throw forbidden('Your account was not approved.');
  if (user.disabledAt) throw forbidden('Your account is disabled.');
  if (!needsRehash(user.password)) return user;
  return { ...user, password: await rehash(user, password) };
}

type Known = Pick<User, 'id' | 'password'>;

/** With the configured cost. Returns the hash that counts now. */
async function rehash(known: Known, password: string): Promise<string> {
  const hash = await hashPassword(password, 'login');
  const isReplaced = await transactionInReserve((tx) => replacePassword(tx, known, hash));
  return isReplaced ? hash : known.password;
}

async function replacePassword(tx: Db, known: Known, hash: string): Promise<boolean> {
  const replaced = await tx
    .update(users)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(eq(users.id, known.id), eq(users.password, known.password)))
    .returning({ id: users.id });
  return replaced.length > 0;
}

/** Stores a new password; `also` runs in the same transaction. Throws 409 if it just changed. */
export async function storePassword(
  known: Known,
  password: string,
  also: (tx: Db) => Promise<void>,
): Promise<void> {
  const hash = await hashPassword(password);
  await transactionInReserve(async (tx) => {
    if (!(await replacePassword(tx, known, hash)))
      throw conflict('The password has just been changed elsewhere.');
    await also(tx);
  });
}
