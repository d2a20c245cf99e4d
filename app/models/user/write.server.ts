import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { folded, searchTextOf } from '#db/fold';
import { type ChangedFields, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { conflict } from '~/refusal';
import { differences } from '~/models/history/field-value';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey } from '~/models/key.server';
import { readLists } from '~/models/lists/list.server';
import { fullName, shortName } from '~/models/text';
import { firstGroup } from './fields';
import { adviseOnPassword, hashPassword } from './password.server';
import type { Signup } from './schema';

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
 * Returns the user; for who waits for approval a key for a cookie, to show the decision later (rule
 * 1.10); and a hint if the password is a common one. Throws 400 where such a password is refused.
 */
export async function signUp(
  input: Signup,
): Promise<{ user: User; key?: string; advice?: string }> {
  const advice = await adviseOnPassword(input.password, input);
  const key = env.REQUIRE_APPROVAL ? newKey() : undefined;
  const user = await createUser({
    ...input,
    approvalStatus: key ? 'pending' : 'approved',
    signupKey: key ? hashKey(key) : null,
  });
  return { user, key, advice };
}

/** Changes an account, and writes what is different to the history. */
export async function updateUser(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'> & Partial<User>,
  changes: Partial<User>,
): Promise<User> {
  const [changed] = await tx
    .update(users)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(users.id, user.id))
    .returning();
  const fields = userDifferences(user, { ...user, ...changes });
  if (Object.keys(fields).length)
    await writeHistory(tx, actor, [userEntry(user, 'changed', fields)]);
  return changed!;
}

export async function hasUsers(): Promise<boolean> {
  return (await db.$count(users)) > 0;
}

/**
 * Creates the first admin of an empty database (rule 1.23). Returns the password if it was
 * generated; undefined if another process was first.
 */
export async function createFirstAdmin(admin: {
  email?: string;
  password?: string;
}): Promise<{ email: string; password?: string } | undefined> {
  const email = admin.email ?? 'admin@example.com';
  const password = admin.password ?? randomBytes(12).toString('base64url');
  try {
    await createUser({ email, password, role: 'admin', isAdmin: true, approvalStatus: 'approved' });
  } catch (thrown) {
    if (await hasUsers()) return undefined;
    throw thrown;
  }
  return admin.password ? { email } : { email, password };
}

const USER_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'role',
  'group',
  'approvalStatus',
  'disabled',
] as const;

/** What of an account's change the history records. */
function userDifferences(before: Partial<User>, after: Partial<User>): ChangedFields {
  const shown = (user: Partial<User>) => ({
    ...user,
    disabled: user.disabledAt ? true : null,
  });
  return differences(USER_FIELDS, shown(before), shown(after));
}

/** For search and sorting (rule 4.10); here, as SQLite's lower() only knows ASCII. */
export function derivedName({
  firstName,
  lastName,
  email,
}: {
  firstName?: string | null;
  lastName?: string | null;
  email: string;
}): Pick<User, 'searchText' | 'sortName'> {
  const names = [firstName, lastName].filter(Boolean).join(' ');
  const texts = new Set([names, fullName(firstName, lastName), email]);
  return {
    searchText: searchTextOf([...texts].filter(Boolean).join(' ')),
    sortName: folded(shortName({ firstName, email })),
  };
}
