import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { transfers, type User } from '#db/schema';
import type { Viewer } from '~/domain/access';

/** Replaces the notices of these deals by one for the new owner, unless that is the viewer. */
export async function notifyNewOwner(
  tx: Db,
  viewer: Viewer,
  { id: toId }: Pick<User, 'id'>,
  { ids, at }: { ids: number[]; at: Date },
): Promise<void> {
  await tx.delete(transfers).where(inArray(transfers.dealId, ids));
  if (toId === viewer.id) return;
  await tx.insert(transfers).values(ids.map((dealId) => ({ dealId, byId: viewer.id, toId, at })));
}
