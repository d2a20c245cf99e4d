import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { shares } from '#db/schema';

/** The pages of these deals are somebody else's from now on. */
export async function transferShares(tx: Db, dealIds: number[], userId: string): Promise<void> {
  await tx.update(shares).set({ userId }).where(inArray(shares.pipelineId, dealIds));
}
