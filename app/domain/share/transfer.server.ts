import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { shares } from '#db/schema';

export async function transferShares(tx: Db, dealIds: number[], userId: string): Promise<void> {
  await tx.update(shares).set({ userId }).where(inArray(shares.dealId, dealIds));
}
