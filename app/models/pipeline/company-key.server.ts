import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { companyKey } from './company-key';

/** Deals that are read at once, and that a transaction writes. */
const READ = 500;
const WRITTEN = 100;
/** In ms, after each of them: others' requests need several turns. */
const PAUSE = 10;

interface Named {
  id: number;
  companyName: string;
}

/**
 * Stores the keys of deals from before there were keys. A change of `companyKey` comes with a
 * migration that empties them all.
 */
export async function storeCompanyKeys(): Promise<void> {
  const { id, companyName, companyKey: key } = pipelines;
  for (;;) {
    const found = await db
      .select({ id, companyName })
      .from(pipelines)
      .where(eq(key, ''))
      .limit(READ);
    const deals = found.filter(({ companyName }) => companyKey(companyName));
    if (!deals.length) break;
    for await (const chunk of inChunks(deals, WRITTEN)) {
      await storeKeys(chunk);
      await sleep(PAUSE);
    }
  }
}

/** Leaves out deals that have got another name since they were read. */
async function storeKeys(deals: Named[]): Promise<void> {
  await transaction(async (tx) => {
    const { id, companyName } = pipelines;
    const store = tx
      .update(pipelines)
      .set({ companyKey: sql`${sql.placeholder('key')}` })
      .where(and(eq(id, sql.placeholder('id')), eq(companyName, sql.placeholder('companyName'))))
      .prepare();
    for (const deal of deals) await store.execute({ ...deal, key: companyKey(deal.companyName) });
  });
}
