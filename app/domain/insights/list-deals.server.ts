import { eq, inArray, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { customFieldValues, deals, users } from '#db/schema';

/** Bounds memory: a row's stages may follow 800 KB of texts. */
export const MAX_CHUNK_DEALS = 64;

export async function listInsightDeals(ids: number[]) {
  return db
    .select({
      way: deals.way,
      stageId: deals.stageId,
      stageSince: deals.stageSince,
      createdAt: deals.createdAt,
      industries: deals.industries,
      userId: deals.userId,
      owner: { email: users.email, firstName: users.firstName },
      source: sql<string | null>`${customFieldValues.fields} -> '$.source'`,
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .leftJoin(customFieldValues, eq(customFieldValues.dealId, deals.id))
    .where(inArray(deals.id, ids));
}

export type InsightDeal = Awaited<ReturnType<typeof listInsightDeals>>[number];
