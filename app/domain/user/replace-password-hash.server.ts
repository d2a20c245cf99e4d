import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type User, users } from '#db/schema';

export type UserPasswordHash = Pick<User, 'id' | 'password'>;

export async function replacePasswordHash(
  tx: Db,
  user: UserPasswordHash,
  hash: string,
): Promise<boolean> {
  const replaced = await tx
    .update(users)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(eq(users.id, user.id), eq(users.password, user.password)))
    .returning({ id: users.id });
  return replaced.length > 0;
}
