import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { customFields, deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { listDealIds } from '~/domain/deal/list.server';
import { createCastForEach } from '../../support/cast';
import { addDeal } from '../../support/deals';

const people = createCastForEach();
const COUNT = 70;
const TEXTS = 30;
const text = 'long '.repeat(2_000);

/** 21 MB of custom texts, beside a number. */
beforeEach(async () => {
  await transaction(async (tx) => {
    await tx
      .insert(customFields)
      .values({ key: 'rank', name: 'Rank', kind: 'number', position: 1 });
  });
  const texts = Object.fromEntries(Array.from({ length: TEXTS }, (_, n) => [`text${n}`, text]));
  for (let n = 0; n < COUNT; n++) await addDeal(people.ana, { companyName: `Deal ${n}` });
  const ids = await listDealIds(people.ana, parseDealQuery(new URLSearchParams()));
  await transaction(async (tx) => {
    for (const [n, id] of ids.entries())
      await tx
        .update(deals)
        .set({ fields: { ...texts, rank: (n * 37) % COUNT } })
        .where(eq(deals.id, id));
  });
});

async function listRanks(search: string): Promise<unknown[]> {
  const query = parseDealQuery(new URLSearchParams(search));
  const ids = await listDealIds(people.ana, query, { page: { limit: 5, offset: 0 } });
  const rows = await db.select({ id: deals.id, fields: deals.fields }).from(deals);
  return ids.map((id) => rows.find((row) => row.id === id)!.fields.rank);
}

describe('large custom fields (rule 4.29)', () => {
  test('a list with large custom fields is sorted by one', async () => {
    expect(await listRanks('sort=field.rank_desc')).toEqual([69, 68, 67, 66, 65]);
    expect(await listRanks('sort=field.rank_asc')).toEqual([0, 1, 2, 3, 4]);
  });

  test('a list with large custom fields is filtered by one', async () => {
    expect(await listRanks('field.rank.min=68&sort=field.rank_asc')).toEqual([68, 69]);
  });
});
