import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { lower, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, forbidden, notFound, unauthorized } from '~/refusal.server';
import { noteUser } from '~/log.server';
import type { Viewer } from '~/models/access';
import { userDifferences } from '~/models/history/fields';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey } from '~/models/key.server';
import { hashPassword, needsRehash, passwordMatches } from './password.server';
import { displayName, normalizeForSearch } from '~/models/text';
import type { Signup } from './schema';
import { visibleTo } from '~/models/visibility.server';

type NewAccount = Pick<User, 'email'> & { password: string } & Partial<
    Pick<User, 'firstName' | 'lastName' | 'role' | 'isAdmin' | 'approvalStatus' | 'signupKey'>
  >;

/**
 * What is kept beside a person's fields, folded, for SQLite's own lower() knows ASCII alone: the search looks in one text,
 * in any script; owners are sorted by the other: first name, else email (rule 4.10).
 */
export function derivedName({
  firstName,
  lastName,
  email,
}: {
  firstName?: string | null;
  lastName?: string | null;
  email: string;
}): Pick<User, 'searchText' | 'sortName'> {
  return {
    searchText: normalizeForSearch([firstName, lastName, email].filter(Boolean).join(' ')),
    sortName: normalizeForSearch(firstName || email),
  };
}

/** Stores an account with its password hashed; who signs up does it themselves. Throws 409 when the email is taken, in whatever case. */
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
      const [created] = await tx.insert(users).values(row).returning();
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

/** A newcomer's account. `key` goes into a cookie, so that this browser can be told the decision. */
export async function signUp(
  input: Signup,
  { requireApproval }: { requireApproval: boolean },
): Promise<{ user: User; key: string }> {
  const key = newKey();
  const approvalStatus = requireApproval ? 'pending' : 'approved';
  const user = await createUser({
    ...input,
    approvalStatus,
    signupKey: requireApproval ? hashKey(key) : null,
  });
  return { user, key };
}

/** Throws 404 when there is no such account. */
export async function getUser(id: string): Promise<User> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound('User not found');
  return user;
}

/** What became of the sign-up that a browser remembers; undefined when the account is gone. */
export async function findSignupStatus(key: string): Promise<User['approvalStatus'] | undefined> {
  const [row] = await db
    .select({ status: users.approvalStatus })
    .from(users)
    .where(eq(users.signupKey, hashKey(key)));
  return row?.status;
}

/** Finds a user by email, case-insensitively. */
export async function findUserByEmail(email: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(lower(users.email), email.toLowerCase()));
  return user;
}

/**
 * The account that email and password belong to. Throws 401 when they belong to none, and only after a correct
 * password 403 when the account may not log in (rule 1.14).
 */
export async function verifyLogin(email: string, password: string): Promise<User> {
  const user = await findUserByEmail(email);
  if (user) noteUser(user.id);
  if (!(await passwordMatches(password, user?.password)) || !user)
    throw unauthorized('Invalid email or password.');
  if (user.approvalStatus === 'pending') throw forbidden('Your account is pending admin approval.');
  if (user.approvalStatus === 'rejected') throw forbidden('Your account was not approved.');
  if (user.disabledAt) throw forbidden('Your account is disabled.');
  if (needsRehash(user.password)) await storePassword(user.id, password);
  return user;
}

/** Stores a new password, hashed at today's cost. */
export async function storePassword(
  userId: string,
  password: string,
  also: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  const hash = await hashPassword(password);
  await transaction(async (tx) => {
    await tx
      .update(users)
      .set({ password: hash, updatedAt: new Date() })
      .where(eq(users.id, userId));
    await also(tx);
  });
}

/** The owners whose pipelines the viewer may see: everyone for staff, themselves for a user (rule 2.11). */
export async function listOwners(
  viewer: Viewer,
): Promise<Pick<User, 'id' | 'firstName' | 'email'>[]> {
  return db
    .select({ id: users.id, firstName: users.firstName, email: users.email })
    .from(users)
    .where(visibleTo(viewer, users.id))
    .orderBy(asc(users.sortName), asc(users.id));
}

/** The first `most` who may take over a deal: approved, not disabled. */
export async function listPossibleOwners(most = 200): Promise<{ email: string; name: string }[]> {
  const possibleOwners = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.approvalStatus, 'approved'), isNull(users.disabledAt)))
    .orderBy(asc(users.sortName), asc(users.id))
    .limit(most);
  return possibleOwners.map((newOwner) => ({ email: newOwner.email, name: displayName(newOwner) }));
}

/** One of them, by id. */
export async function findOwner(
  viewer: Viewer,
  id: string,
): Promise<Pick<User, 'id' | 'firstName' | 'email'> | undefined> {
  const [owner] = await db
    .select({ id: users.id, firstName: users.firstName, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), visibleTo(viewer, users.id)));
  return owner;
}

/** False at the first start. */
export async function hasUsers(): Promise<boolean> {
  return (await db.$count(users)) > 0;
}

/**
 * The first administrator of an empty database (rule 1.23). Returns the password where it was made up here, and undefined where another
 * process has just made one.
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
