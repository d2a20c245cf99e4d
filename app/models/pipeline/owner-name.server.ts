import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { databasePath, db } from '#db/client';
import { pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { runCheck } from '~/workers/pool.server';

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

/** Completes what a stop of the server interrupted. A worker looks for it: it reads all deals. */
export async function storeOwnerNames(): Promise<void> {
  const path = databasePath(env.DATABASE_URL);
  for (const id of await runCheck('findFormerNames', { path })) await storeOwnerName(id);
}
