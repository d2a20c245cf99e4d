import { asc, eq } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { lower, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { appUrl } from '~/env.server';
import { conflict, notFound, parse } from '~/refusal.server';
import { isAdmin } from '~/models/access';
import { accountDifferences } from '~/models/history/fields';
import { userEntry, writeHistory } from '~/models/history/write.server';
import { newKey } from '~/models/key.server';
import { storePasswordLink } from './password-link.server';
import { deleteSessionsOf } from './session.server';
import { Email } from './schema';
import { createUser } from './write.server';

/** What `npm run account` does, for who has the box: nobody is signed in, so nobody's rights are asked. */

export async function listAll(): Promise<{ email: string; role: string; state: string }[]> {
  const accounts = await db.select().from(users).orderBy(asc(users.createdAt), asc(users.id));
  return accounts.map((account) => ({
    email: account.email,
    role: isAdmin(account) ? 'admin' : account.role,
    state: account.disabledAt ? 'disabled' : account.approvalStatus,
  }));
}

/** Throws 404 when there is none. */
export async function findAccount(email: string): Promise<User> {
  const [account] = await db
    .select()
    .from(users)
    .where(eq(lower(users.email), email.toLowerCase()));
  if (!account) throw notFound(`There is no account with the email ${email}.`);
  return account;
}

/** An approved account whose password nobody knows. Throws 400 for a bad email, 409 when it is taken. */
export async function createAccount({
  email,
  role = 'user',
  firstName,
  lastName,
}: {
  email: string;
  role?: User['role'];
  firstName?: string;
  lastName?: string;
}): Promise<User> {
  return createUser({
    email: parse(Email, email),
    password: newKey(),
    role,
    isAdmin: role === 'admin',
    firstName,
    lastName,
    approvalStatus: 'approved',
  });
}

/** The address where a new password is chosen: once, within 24 hours. */
export async function makeLinkFor({ id }: User): Promise<string> {
  return `${appUrl}/password/${await storePasswordLink(id)}`;
}

/** Throws 409 when it would leave nobody who can administer. */
export async function setRole(account: User, role: User['role']): Promise<void> {
  await change(account, { role, isAdmin: role === 'admin', approvalStatus: 'approved' });
}

/** Disabling signs the account out everywhere. Throws 409 when it would leave nobody who can administer. */
export async function setUsable(account: User, usable: boolean): Promise<void> {
  await change(account, { disabledAt: usable ? null : new Date() });
}

async function change(
  account: User,
  changes: Partial<Pick<User, 'role' | 'isAdmin' | 'approvalStatus' | 'disabledAt'>>,
): Promise<void> {
  await transaction(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(users.id, account.id))
      .returning();
    if (isUsableAdmin(account) && !isUsableAdmin(changed!)) await checkAdminsLeft(tx);
    if (changed!.disabledAt) await deleteSessionsOf(tx, account.id);
    await writeHistory(tx, undefined, [
      userEntry(account, 'changed', accountDifferences(account, changed!)),
    ]);
  });
}

function isUsableAdmin(account: User): boolean {
  return isAdmin(account) && account.approvalStatus === 'approved' && !account.disabledAt;
}

async function checkAdminsLeft(tx: Db): Promise<void> {
  if (!(await tx.select().from(users)).some(isUsableAdmin))
    throw conflict('This is the last administrator. Make another one first.');
}
