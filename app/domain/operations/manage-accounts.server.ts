import { asc, isNotNull, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { authenticators, passkeys, sessions, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { generateKey } from '~/domain/key.server';
import { CreateManager } from '~/domain/user/admin-schema';
import { createUser } from '~/domain/user/create.server';
import { getRole } from '~/domain/user/fields';
import { findUserByEmail } from '~/domain/user/get.server';
import { createPasswordLinkKey } from '~/domain/user/password-link.server';
import { toRoleColumns, updateKeepingAdmin } from '~/domain/user/role.server';
import { Email } from '~/domain/user/schema';
import { updateUser } from '~/domain/user/update.server';
import { appUrl } from '~/env.server';
import { notFound, parseInput } from '~/errors';
import { disableUser } from './disable-user.server';

const OptionalNames = CreateManager.pick({ firstName: true, lastName: true });

/** Backs `npm run account`: there is no viewer, so there are no permission checks. */
const SYSTEM = undefined;

export interface AccountSummary {
  email: string;
  role: string;
  state: string;
  lastLogin?: Date;
  secondFactor: string[];
}

export async function listAccountSummaries(): Promise<AccountSummary[]> {
  const rows = await db.select().from(users).orderBy(asc(users.createdAt), asc(users.id));
  const logins = await listLastLogins();
  const apps = await db
    .select({ userId: authenticators.userId })
    .from(authenticators)
    .where(isNotNull(authenticators.confirmedAt));
  const withApp = new Set(apps.map(({ userId }) => userId));
  const keys = await db.selectDistinct({ userId: passkeys.userId }).from(passkeys);
  const withPasskey = new Set(keys.map(({ userId }) => userId));
  return rows.map((user) => ({
    email: user.email,
    role: getRole(user),
    state: user.disabledAt ? 'disabled' : user.approvalStatus,
    lastLogin: logins.get(user.id),
    secondFactor: [
      ...(withApp.has(user.id) ? ['app'] : []),
      ...(withPasskey.has(user.id) ? ['passkey'] : []),
    ],
  }));
}

async function listLastLogins(): Promise<Map<string, Date>> {
  const startedAt = sql<number | null>`max(json_extract(${sessions.sess}, '$.startedAt'))`;
  const usedAt = sql<number | null>`max(${passkeys.lastUsedAt})`;
  const logins = [
    ...(await db
      .select({ userId: sessions.userId, at: startedAt })
      .from(sessions)
      .groupBy(sessions.userId)),
    ...(await db
      .select({ userId: passkeys.userId, at: usedAt })
      .from(passkeys)
      .groupBy(passkeys.userId)),
  ];
  const latest = new Map<string, Date>();
  for (const { userId, at } of logins) {
    const known = latest.get(userId)?.getTime() ?? 0;
    if (at && at > known) latest.set(userId, new Date(at));
  }
  return latest;
}

export async function getUserByEmail(email: string): Promise<User> {
  const user = await findUserByEmail(email);
  if (!user) throw notFound(`There is no account with the email ${email}.`);
  return user;
}

export async function createApprovedUser({
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
    email: parseInput(Email, email),
    password: generateKey(),
    ...toRoleColumns(role),
    ...parseInput(OptionalNames, { firstName, lastName }),
    approvalStatus: 'approved',
  });
}

export async function createPasswordUrl({ id }: User): Promise<string> {
  return `${appUrl}/password/${await createPasswordLinkKey(id)}`;
}

export async function setAccountRole(user: User, role: User['role']): Promise<void> {
  const changes = { ...toRoleColumns(role), approvalStatus: 'approved' } as const;
  await transaction((tx) => updateKeepingAdmin(tx, SYSTEM, user, changes));
}

export async function setAccountEnabled(user: User, enabled: boolean): Promise<void> {
  await transaction((tx) =>
    enabled ? updateUser(tx, SYSTEM, user, { disabledAt: null }) : disableUser(tx, SYSTEM, user),
  );
}
