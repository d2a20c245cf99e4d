import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { findDealByName, searchDeals } from '~/domain/deal/search.server';
import { updateDeal } from '~/domain/deal/update.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { loadDealView } from '~/routes/pipeline.$id._index/view.server';
import { createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';
import { explainQueries } from '../../support/query-plans';

const people = await createCast();

const findNames = async (viewer: Viewer, text: string, limit = 50) =>
  (await searchDeals(viewer, text, limit)).map(({ companyName }) => companyName);

describe('header search (rules 19.6, 19.8 and 19.11)', () => {
  beforeAll(async () => {
    await addDeal(people.ana, { companyName: 'The Old Ledger', ceoName: 'Bryony Kett' });
    await addDeal(people.ben, { companyName: 'Ledgerway', cooName: 'Åse Ölund' });
    await addDeal(people.ana, { companyName: '腾讯' });
    await addDeal(people.ana, { companyName: 'ledger & Sons', cfoName: 'Iz' });
    await addDeal(people.ana, { companyName: 'Newest', ceoName: 'Ada Ledgerton' });
  });

  test('search lists prefix matches first, then the newest deals', async () => {
    const names = await findNames(people.maren, ' LEDGER ');
    expect(names).toEqual(['ledger & Sons', 'Ledgerway', 'Newest', 'The Old Ledger']);
    expect(await findNames(people.maren, 'ölu')).toEqual(['Ledgerway']);
    expect(await findNames(people.maren, 'bryony k')).toEqual(['The Old Ledger']);
    expect(await findNames(people.maren, 'ledger', 3)).toHaveLength(3);
  });

  test('search works from one character on in any script', async () => {
    expect(await findNames(people.maren, 'l')).toContain('ledger & Sons');
    expect(await findNames(people.maren, 'iz')).toEqual(['ledger & Sons']);
    expect(await findNames(people.maren, 'tt')).toEqual(['The Old Ledger']);
    for (const text of ['腾', '讯', '腾讯'])
      expect(await findNames(people.ana, text)).toEqual(['腾讯']);
    for (const text of ['', ' ', '"', '" OR "', 'l%', '\u0000a', '-*'])
      expect(await findNames(people.maren, text), JSON.stringify(text)).toEqual([]);
  });

  test('search ignores accents, width and spelling of umlauts', async () => {
    await addDeal(people.ana, { companyName: 'Müllermilch', ceoName: 'Éloïse Strauß' });
    for (const text of [
      'mullermilch',
      'MUELLERMILCH',
      'Müllermilch',
      'ＭＵＬＬＥＲ',
      'eloise',
      'strauss',
    ])
      expect(await findNames(people.maren, text), text).toEqual(['Müllermilch']);
  });

  test('search uses the beginning of a text that is too long', async () => {
    const companyName = 'Long '.repeat(30).trim();
    await addDeal(people.ana, { companyName });
    expect(await findNames(people.maren, `${companyName} and no more of it`)).toEqual([
      companyName,
    ]);
    expect(await findNames(people.maren, 'x'.repeat(100_000))).toEqual([]);
  });

  test('search finds only own deals for users', async () => {
    expect(await findNames(people.ana, 'ledger')).not.toContain('Ledgerway');
    expect(await findNames(people.ben, 'ledger')).toEqual(['Ledgerway']);
    expect(await findDealByName(people.ben, '腾讯')).toBeUndefined();
  });

  test('a whole name is found only if one visible deal has it', async () => {
    const id = await addDeal(people.ana, { companyName: 'Gantrywell, Inc.' });
    expect(await findDealByName(people.ana, 'gantrywell, inc. ')).toBe(id);
    expect(await findDealByName(people.ana, 'Gantrywell')).toBeUndefined();
    const other = await addDeal(people.ben, { companyName: 'GANTRYWELL, Inc.' });
    expect(await findDealByName(people.ana, 'Gantrywell, Inc.')).toBe(id);
    expect(await findDealByName(people.maren, 'Gantrywell, Inc.')).toBeUndefined();
    await deleteDeal(people.ben, other);
    expect(await findDealByName(people.maren, 'Gantrywell, Inc.')).toBe(id);
    await updateDeal(people.ana, id, { companyName: 'Pinwhistle' });
    expect(await findDealByName(people.maren, 'Gantrywell, Inc.')).toBeUndefined();
    expect(await findNames(people.maren, 'gantry')).toEqual([]);
  });
});

describe('search among very many deals (rules 19.4 and 19.12)', () => {
  const MANY = 3_000;
  beforeAll(async () => {
    await deleteDeals();
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000);
    const rows = Array.from({ length: MANY }, (_, n) => ({
      userId: n % 100 ? people.daichi.id : people.ana.id,
      companyName: `Plenty ${n} 鬱陶`,
      searchText: `plenty ${n} 鬱陶\nada`,
      companyKey: `plenty${n}鬱陶`,
      createdAt: at(n),
      updatedAt: at(n),
    }));
    for (let i = 0; i < MANY; i += 300)
      await transaction(async (tx) => tx.insert(deals).values(rows.slice(i, i + 300)));
  });

  test('a common text finds the same deals for staff and users', async () => {
    for (const viewer of [people.maren, people.ana])
      for (const text of ['enty', '陶', '鬱陶', 'ad', '77', 'plenty 12', 'nowhere']) {
        const found = await searchDeals(viewer, text, 50);
        const all = await db.select().from(deals);
        const visible = all.filter(({ userId }) => viewer === people.maren || userId === viewer.id);
        const holding = visible.filter(({ searchText }) => searchText.includes(text));
        expect(found.length, text).toBe(Math.min(50, holding.length));
        for (const { id } of found) expect(holding.map((deal) => deal.id)).toContain(id);
        if (!text.startsWith('p') && holding.length)
          expect(found[0]!.id).toBe(Math.max(...holding.map(({ id }) => id)));
      }
  });

  test('a deal page runs no query over the whole table', async () => {
    const [deal] = await db.select({ id: deals.id }).from(deals).limit(1);
    const locale = { language: 'en', timeZone: 'UTC' };
    const read = async () =>
      loadDealView(people.maren, await getDeal(people.maren, deal!.id), locale);
    // Fills the caches of options and merges, which last until the next commit.
    await read();
    // The table of custom fields has at most 200 rows.
    const scans = (await explainQueries(read)).filter((detail) =>
      /^SCAN (?!own_fields)/.test(detail),
    );
    expect(scans).toEqual([]);
  });
});
