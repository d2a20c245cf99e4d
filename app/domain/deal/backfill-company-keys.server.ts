import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { computeCompanyKey } from './company-key';

const MAX_READ_DEALS = 500;

const MAX_WRITTEN_DEALS = 100;

const PAUSE_MS = 10;

interface NamedDeal {
  id: number;
  companyName: string;
}

/**
 * Stores the keys of deals without one. A change of `computeCompanyKey` needs a migration that
 * clears all keys.
 */
export async function backfillCompanyKeys(): Promise<void> {
  const { id, companyName, companyKey: key } = deals;
  for (;;) {
    const candidates = await db
      .select({ id, companyName })
      .from(deals)
      .where(eq(key, ''))
      .limit(MAX_READ_DEALS);
    const namedDeals = candidates.filter(({ companyName }) => computeCompanyKey(companyName));
    if (!namedDeals.length) break;
    for await (const chunk of iterateChunks(namedDeals, MAX_WRITTEN_DEALS)) {
      await saveCompanyKeys(chunk);
      await sleep(PAUSE_MS);
    }
  }
}

async function saveCompanyKeys(namedDeals: NamedDeal[]): Promise<void> {
  await transaction(async (tx) => {
    const { id, companyName } = deals;
    const saveKey = tx
      .update(deals)
      .set({ companyKey: sql`${sql.placeholder('key')}` })
      .where(and(eq(id, sql.placeholder('id')), eq(companyName, sql.placeholder('companyName'))))
      .prepare();
    for (const deal of namedDeals)
      await saveKey.execute({ ...deal, key: computeCompanyKey(deal.companyName) });
  });
}
