import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { refreshIndexStatistics } from '#db/statistics';
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

/** Stores the keys of deals from before there were keys, or from before `companyKey` changed. */
export async function storeCompanyKeys(): Promise<void> {
  const { id, companyName, companyKey: stored } = pipelines;
  let isChanged = false;
  for (let last = 0; ; await sleep(PAUSE)) {
    const deals = await db
      .select({ id, companyName, stored })
      .from(pipelines)
      .where(gt(id, last))
      .orderBy(asc(id))
      .limit(READ);
    if (!deals.length) break;
    last = deals.at(-1)!.id;
    const outdated = deals.filter((deal) => deal.stored !== companyKey(deal.companyName));
    isChanged ||= outdated.length > 0;
    for await (const chunk of inChunks(outdated, WRITTEN)) {
      await storeKeys(chunk);
      await sleep(PAUSE);
    }
  }
  // As long as all keys were empty, looking for one read the whole table.
  if (isChanged) await refreshIndexStatistics('pipelines_company');
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
