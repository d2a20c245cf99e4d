import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { transaction } from '#db/transaction';

/** Deals in a transaction: a single one for 2,000 deals blocked everybody for up to 1.2 s. */
const CHUNK = 100;

/** Stores the name of a renamed owner in their deals, for sorting (rules 4.10 and 4.22). */
export async function storeOwnerName(userId: string): Promise<void> {
  const deals = await db
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(eq(pipelines.userId, userId));
  const ownerName = sql`(select sort_name from users where users.id = ${pipelines.userId})`;
  for await (const chunk of inChunks(deals, CHUNK)) {
    const ids = chunk.map(({ id }) => id);
    await transaction((tx) =>
      tx
        .update(pipelines)
        .set({ ownerName })
        .where(and(inArray(pipelines.id, ids), ne(pipelines.ownerName, ownerName))),
    );
  }
}

/** Completes what a stop of the server interrupted. */
export async function storeOwnerNames(): Promise<void> {
  const owners = await db
    .selectDistinct({ id: users.id })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(ne(pipelines.ownerName, users.sortName));
  for (const { id } of owners) await storeOwnerName(id);
}
