import { and, eq, max, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { savedViews, type User } from '#db/schema';

export const isSharedViewOwnedBy = (userId: string) =>
  and(eq(savedViews.userId, userId), eq(savedViews.isShared, true));

export async function transferSharedViews(
  tx: Db,
  { id: leaverId }: Pick<User, 'id'>,
  { id: userId }: Pick<User, 'id'>,
): Promise<number> {
  const [last] = await tx
    .select({ position: max(savedViews.position) })
    .from(savedViews)
    .where(eq(savedViews.userId, userId));
  const position = sql`${savedViews.position} + ${last?.position ?? 0}`;
  const transferred = await tx
    .update(savedViews)
    .set({ userId, position, updatedAt: new Date() })
    .where(isSharedViewOwnedBy(leaverId))
    .returning({ id: savedViews.id });
  return transferred.length;
}
