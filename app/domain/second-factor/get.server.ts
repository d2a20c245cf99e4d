import { and, eq, isNotNull } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { authenticators, passkeys, recoveryCodes } from '#db/schema';

const isConfirmedApp = (userId: string) =>
  and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));

export async function getSecondFactor(userId: string, tx: Db = db) {
  const { id, name, createdAt, lastUsedAt } = passkeys;
  const [apps, keys, codes] = await Promise.all([
    tx.$count(authenticators, isConfirmedApp(userId)),
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
    (await tx.$count(authenticators, isConfirmedApp(userId))) > 0 ||
    (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0
  );
}
