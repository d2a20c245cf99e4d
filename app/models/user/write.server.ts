import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { lower, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, forbidden, notFound, unauthorized } from '~/refusal';
import { noteUser } from '~/log.server';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey } from '~/models/key.server';
import { readLists } from '~/models/lists/list.server';
import { derivedName } from './derived';
import { firstGroup } from './fields';
import { adviseOnPassword } from './password-advice.server';
import { hashPassword, needsRehash, passwordMatches } from './password.server';
import type { Signup } from './schema';
import { userDifferences } from './differences';

type NewAccount = Pick<User, 'email'> & { password: string } & Partial<
    Pick<User, 'firstName' | 'lastName' | 'role' | 'isAdmin' | 'approvalStatus' | 'signupKey'>
  >;

/** Without an `actor`, the user signed up. Throws 409 if the email is taken, case-insensitively. */
export async function createUser({ password, ...user }: NewAccount, actor?: Actor): Promise<User> {
  const now = new Date();
  const row = {
    ...user,
    ...derivedName(user),
    id: randomUUID(),
    password: await hashPassword(password),
    createdAt: now,
    updatedAt: now,
  };
  try {
    return await transaction(async (tx) => {
      const group = firstGroup(await readLists(tx));
      const [created] = await tx
        .insert(users)
        .values({ group, ...row })
        .returning();
      await writeHistory(tx, actor ?? row, [
        userEntry(row, 'created', userDifferences({}, created!)),
      ]);
      return created!;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('An account with this email already exists.');
    throw error;
  }
}

/**
 * Returns the user, a key for a cookie, to show the decision later (rule 1.10), and a hint if the
 * password is a common one. Throws 400 where such a password is refused.
 */
export async function signUp(
  input: Signup,
  { requireApproval }: { requireApproval: boolean },
): Promise<{ user: User; key: string; advice?: string }> {
  const advice = await adviseOnPassword(input.password, input);
  const key = newKey();
  const approvalStatus = requireApproval ? 'pending' : 'approved';
  const user = await createUser({
    ...input,
    approvalStatus,
    signupKey: requireApproval ? hashKey(key) : null,
  });
  return { user, key, advice };
}

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

/** Undefined unless the user may log in. */
export async function findUserForLogin(id: string): Promise<User | undefined> {
  const mayLogIn = and(eq(users.approvalStatus, 'approved'), isNull(users.disabledAt));
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), mayLogIn));
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
  const isReplaced = await transaction((tx) => replacePassword(tx, known, hash));
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
  await transaction(async (tx) => {
    if (!(await replacePassword(tx, known, hash)))
      throw conflict('The password has just been changed elsewhere.');
    await also(tx);
  });
}

export async function hasUsers(): Promise<boolean> {
  return (await db.$count(users)) > 0;
}

/**
 * Creates the first admin of an empty database (rule 1.23). Returns the password if it was
 * generated; undefined if another process was first.
 */
export async function createFirstAdmin(given: {
  email?: string;
  password?: string;
}): Promise<{ email: string; password?: string } | undefined> {
  const email = given.email ?? 'admin@example.com';
  const password = given.password ?? randomBytes(12).toString('base64url');
  try {
    await createUser({ email, password, role: 'admin', isAdmin: true, approvalStatus: 'approved' });
  } catch (thrown) {
    if (await hasUsers()) return undefined;
    throw thrown;
  }
  return given.password ? { email } : { email, password };
}
