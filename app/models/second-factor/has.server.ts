import { and, eq, isNotNull } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { authenticators, passkeys, recoveryCodes, type User } from '#db/schema';
import { env } from '~/env.server';
import { isStaff } from '~/models/access';

/** Whether a user has a second factor, and whether they must. */

export interface SecondFactor {
  hasApp: boolean;
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  recoveryCodes: number;
}

const ofUser = (userId: string) =>
  and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));

export async function getSecondFactor(userId: string, tx: Db = db): Promise<SecondFactor> {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  const [apps, keys, codes] = await Promise.all([
    tx.$count(authenticators, ofUser(userId)),
    tx
      .select({ id, name, createdAt, lastUsedAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(createdAt),
    tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId)),
  ]);
  return { hasApp: apps > 0, passkeys: keys, recoveryCodes: codes };
}

export async function hasSecondFactor(userId: string, tx: Db = db): Promise<boolean> {
  return (
    (await tx.$count(authenticators, ofUser(userId))) > 0 ||
    (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0
  );
}

export function mustHaveSecondFactor(user: Pick<User, 'role' | 'isAdmin'>): boolean {
  return env.REQUIRE_TWO_FACTOR === 'all' || (env.REQUIRE_TWO_FACTOR === 'staff' && isStaff(user));
}
