import { randomBytes, randomUUID } from 'node:crypto';
import { db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canAddUsers, canCreateManagers, type Viewer } from '~/domain/access';
import { type Actor, recordHistory, userEvent } from '~/domain/history/record.server';
import { generateKey, hashKey } from '~/domain/key.server';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { env } from '~/env.server';
import { conflict, forbidden } from '~/errors';
import type { AddUser } from './admin-schema';
import { checkCommonPassword } from './common-password.server';
import { getDefaultGroup } from './fields';
import type { Signup } from './login-schema';
import { hashPassword } from './password.server';
import { deriveNameColumns, diffUsers } from './update.server';

export async function addUser(viewer: Viewer, input: AddUser): Promise<User> {
  if (!canAddUsers(viewer)) throw forbidden();
  return createUserWithRole(viewer, input, 'user');
}

export async function createManager(viewer: Viewer, input: AddUser): Promise<User> {
  if (!canCreateManagers(viewer)) throw forbidden('Only an admin may create managers.');
  return createUserWithRole(viewer, input, 'manager');
}

async function createUserWithRole(
  viewer: Viewer,
  { email, password, firstName, lastName }: AddUser,
  role: 'user' | 'manager',
): Promise<User> {
  const person = { email, firstName, lastName };
  if (env.REFUSE_COMMON_PASSWORDS) await checkCommonPassword(password, person);
  return createUser({ ...person, password, role, approvalStatus: 'approved' }, viewer);
}

type NewAccount = Pick<User, 'email'> & { password: string } & Partial<
    Pick<User, 'firstName' | 'lastName' | 'role' | 'isAdmin' | 'approvalStatus' | 'signupKey'>
  >;

/** Records a sign-up if there is no `actor`. Throws 409 if the email is taken in any case. */
export async function createUser({ password, ...user }: NewAccount, actor?: Actor): Promise<User> {
  const now = new Date();
  const row = {
    ...user,
    ...deriveNameColumns(user),
    id: randomUUID(),
    password: await hashPassword(password),
    createdAt: now,
    updatedAt: now,
  };
  try {
    return await transaction(async (tx) => {
      const group = getDefaultGroup(await queryOptionLists(tx));
      const [created] = await tx
        .insert(users)
        .values({ group, ...row })
        .returning();
      await recordHistory(tx, actor ?? row, [userEvent(row, 'created', diffUsers({}, created!))]);
      return created!;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('An account with this email already exists.');
    throw error;
  }
}

export async function signUp(
  input: Signup,
): Promise<{ user: User; key?: string; advice?: string }> {
  const advice = await checkCommonPassword(input.password, input);
  const key = env.REQUIRE_APPROVAL ? generateKey() : undefined;
  const user = await createUser({
    ...input,
    approvalStatus: key ? 'pending' : 'approved',
    signupKey: key ? hashKey(key) : null,
  });
  return { user, key, advice };
}

export async function hasUsers(): Promise<boolean> {
  return (await db.$count(users)) > 0;
}

/**
 * Creates the first admin of an empty database (rule 1.23). Returns a generated password; undefined
 * if another process was first.
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
