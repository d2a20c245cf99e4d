import { eq, inArray, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { customFieldValues, deals, users } from '#db/schema';

/** Bounds memory: a row's stages may follow 800 KB of texts. */
export const MAX_CHUNK_DEALS = 64;

export async function listInsightDeals(ids: number[]) {
  const { way, stageId, stageSince, createdAt, industries, userId } = deals;
  const { firstName, email } = users;
  return db
    .select({
      ...{ way, stageId, stageSince, createdAt, industries, userId },
      owner: { email, firstName },
      source: sql<string | null>`${customFieldValues.fields} -> '$.source'`,
    })
    .from(deals)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(customFieldValues, eq(customFieldValues.pipelineId, deals.id))
    .where(inArray(deals.id, ids));
}

export type InsightDeal = Awaited<ReturnType<typeof listInsightDeals>>[number];
