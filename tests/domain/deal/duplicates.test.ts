import { setTimeout as sleep } from 'node:timers/promises';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import { backfillCompanyKeys } from '~/domain/deal/backfill-company-keys.server';
import { findDuplicates, findHiddenDuplicateOwners } from '~/domain/deal/duplicates.server';
import { updateDeal } from '~/domain/deal/update.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { env } from '~/env.server';
import { createCast } from '../../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../../support/deals';

const { ana, ben, maren, tomas } = await createCast();
beforeEach(async () => {
  env.NAME_COLLEAGUES_DEALS = false;
  await deleteDeals();
});

const duplicates = async (companyName: string, viewer = ana) =>
  (await findDuplicates(viewer, companyName)).map(({ id }) => id);
const add = (companyName: string, owner = ana) => addDeal(owner, { companyName });

describe('finding duplicates (rules 16.80, 16.81 and 16.82)', () => {
  test('duplicates include other spellings but not the deal itself', async () => {
    const id = await add('Acme, Inc.');
    await add('Acme Labs');
    expect(await duplicates('ＡＣＭＥ ltd')).toEqual([id]);
    expect(await findDuplicates(ana, 'Acme', id)).toEqual([]);
    expect(await duplicates('')).toEqual([]);
  });

  test('duplicates match Müller as Mueller, but not Blue as Blu', async () => {
    const muller = await add('Neue Müllermilch AG');
    for (const name of ['NEUE MUELLERMILCH', 'Neue Mullermilch', 'neue mu\u0308llermilch'])
      expect(await duplicates(name), name).toEqual([muller]);
    const mueller = await add('Neue Muellermilch');
    expect(await duplicates('Neue Müllermilch')).toEqual([mueller, muller]);
    await add('Blu');
    for (const name of ['Neu Muellermilch', 'Blue Ltd']) expect(await duplicates(name)).toEqual([]);
  });

  test('duplicates are the newest five visible deals', async () => {
    const ids = [await add('Acme', ben)];
    for (let n = 0; n < 6; n++) ids.unshift(await add('Acme'));
    expect(await duplicates('Acme', ben)).toEqual([ids[6]]);
    for (const viewer of [ana, tomas, maren])
      expect(await duplicates('Acme', viewer)).toEqual(ids.slice(0, 5));
    await deleteDeal(ana, ids[0]!);
    await deleteDeal(ana, ids[1]!);
    expect(await duplicates('Acme')).toEqual(ids.slice(2, 6));
    expect(await duplicates('Acme', maren)).toEqual(ids.slice(2));
  });

  test('duplicates follow renaming and deletion', async () => {
    const id = await add('Former GmbH');
    await updateDeal(ana, id, { companyName: 'Acme GmbH' });
    expect([await duplicates('Former'), await duplicates('Acme')]).toEqual([[], [id]]);
    await deleteDeal(ana, id);
    expect(await duplicates('Acme')).toEqual([]);
  });
});

describe('deals of colleagues (rule 16.86)', () => {
  test('hidden owners of a company are named only if configured', async () => {
    const first = await add('Acme', ben);
    await add('ACME Inc', ben);
    await add('Acme');
    expect(await findHiddenDuplicateOwners(ana, 'Acme')).toEqual([]);
    env.NAME_COLLEAGUES_DEALS = true;
    const { createdAt: since } = (await getStoredDeal(first))!;
    const found = await findHiddenDuplicateOwners(ana, 'acme gmbh');
    expect(found).toMatchObject([{ since, owner: { email: 'ben@demo.example' } }]);
    expect(await findHiddenDuplicateOwners(maren, 'Acme')).toEqual([]);
  });
});

describe('missing company keys (rule 16.81)', () => {
  /** Stores deals without a key, as an earlier version did. */
  beforeEach(async () => {
    for (let n = 0; n < 230; n++) await add(`Company ${n} Ltd`);
    await transaction(async (tx) => tx.update(deals).set({ companyKey: '' }));
  });

  test('backfilling adds only missing company keys', async () => {
    const other = await add('Has one');
    const before = await getStoredDeal(other);
    const isIt = eq(deals.companyName, 'Company 7 Ltd');
    const [keyless] = await db.select().from(deals).where(isIt);
    await backfillCompanyKeys();
    expect(await getStoredDeal(keyless!.id)).toEqual({ ...keyless, companyKey: 'company7' });
    expect(await getStoredDeal(other)).toEqual(before);
    expect(await db.$count(deals, eq(deals.companyKey, ''))).toBe(0);
  });

  test('backfilling lets others write and preserves newer keys', async () => {
    const [last] = await db.select().from(deals).orderBy(desc(deals.id)).limit(1);
    const order: string[] = [];
    const stored = backfillCompanyKeys().then(() => order.push('stored'));
    await sleep(1);
    await updateDeal(ana, last!.id, { companyName: 'Renamed' });
    order.push('renamed');
    await stored;
    expect(order).toEqual(['renamed', 'stored']);
    expect((await getStoredDeal(last!.id))!.companyKey).toBe('renamed');
  });
});
