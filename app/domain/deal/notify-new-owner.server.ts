import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { transfers } from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { NewOwner } from '~/domain/user/find-new-owner.server';

export async function notifyNewOwner(
  tx: Db,
  viewer: Viewer,
  { id: toId }: NewOwner,
  { ids, at }: { ids: number[]; at: Date },
): Promise<void> {
  await tx.delete(transfers).where(inArray(transfers.dealId, ids));
  if (toId === viewer.id) return;
  await tx.insert(transfers).values(ids.map((dealId) => ({ dealId, byId: viewer.id, toId, at })));
}
