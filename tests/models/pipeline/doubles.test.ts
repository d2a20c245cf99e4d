import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { findColleagues, findDoubles, storeCompanyKeys } from '~/models/pipeline/doubles.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import { type Cast, cast } from '../../support/cast';
import { addPipeline, clearDeals, storedPipeline } from '../../support/pipelines';
import { deletePipeline } from '~/models/trash/delete.server';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(async () => {
  env.NAME_COLLEAGUES_DEALS = false;
  await clearDeals();
});

const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);
const keyOf = async (id: number) => (await storedPipeline(id))!.companyKey;

describe('findDoubles', () => {
  test('finds deals of the same company by its other spellings, not the deal itself', async () => {
    const id = await addPipeline(people.ana, { companyName: 'Acme, Inc.' });
    await addPipeline(people.ana, { companyName: 'Acme Labs' });
    expect(idsOf(await findDoubles(people.ana, 'ＡＣＭＥ ltd'))).toEqual([id]);
    expect(await findDoubles(people.ana, 'Acme', id)).toEqual([]);
    expect(await findDoubles(people.ana, '')).toEqual([]);
  });

  test('finds Müller as Mueller and Muller, but not Blue as Blu (rule 16.80)', async () => {
    const muller = await addPipeline(people.ana, { companyName: 'Neue Müllermilch AG' });
    for (const name of ['NEUE MUELLERMILCH', 'Neue Mullermilch', 'neue mu\u0308llermilch'])
      expect(idsOf(await findDoubles(people.ana, name)), name).toEqual([muller]);
    const mueller = await addPipeline(people.ana, { companyName: 'Neue Muellermilch' });
    expect(idsOf(await findDoubles(people.ana, 'Neue Müllermilch'))).toEqual([mueller, muller]);
    expect(await findDoubles(people.ana, 'Neu Muellermilch')).toEqual([]);
    await addPipeline(people.ana, { companyName: 'Blu' });
    expect(await findDoubles(people.ana, 'Blue Ltd')).toEqual([]);
  });

  test('finds what the viewer may see: a user their own, staff everything', async () => {
    const bens = await addPipeline(people.ben);
    const anas = await addPipeline(people.ana);
    expect(idsOf(await findDoubles(people.ana, 'Acme'))).toEqual([anas]);
    for (const staff of [people.tomas, people.maren])
      expect(idsOf(await findDoubles(staff, 'Acme')).sort()).toEqual([bens, anas]);
  });

  test('finds at most five, the newest first (rule 16.82)', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 7; n++) ids.push(await addPipeline(people.ana));
    expect(idsOf(await findDoubles(people.ana, 'Acme'))).toEqual(ids.reverse().slice(0, 5));
  });

  test('follows a change of name and a deletion (rule 16.81)', async () => {
    const id = await addPipeline(people.ana, { companyName: 'Former GmbH' });
    await updatePipeline(people.ana, id, { companyName: 'Acme GmbH' });
    expect(await findDoubles(people.ana, 'Former')).toEqual([]);
    expect(idsOf(await findDoubles(people.ana, 'Acme'))).toEqual([id]);
    await deletePipeline(people.ana, id);
    expect(await findDoubles(people.ana, 'Acme')).toEqual([]);
  });
});

describe('findColleagues', () => {
  test('finds nobody unless NAME_COLLEAGUES_DEALS is set (rule 16.86)', async () => {
    await addPipeline(people.ben);
    expect(await findColleagues(people.ana, 'Acme')).toEqual([]);
    env.NAME_COLLEAGUES_DEALS = true;
    expect(await findColleagues(people.ana, 'Acme')).toHaveLength(1);
  });

  test('finds each colleague once, since their first deal; nobody for staff, who see the deals (rule 16.86)', async () => {
    env.NAME_COLLEAGUES_DEALS = true;
    const first = await addPipeline(people.ben);
    await addPipeline(people.ben, { companyName: 'ACME Inc' });
    await addPipeline(people.ana);
    const { createdAt } = (await storedPipeline(first))!;
    expect(await findColleagues(people.ana, 'acme gmbh')).toEqual([
      { since: createdAt, owner: expect.objectContaining({ email: 'ben@demo.example' }) as object },
    ]);
    expect(await findColleagues(people.maren, 'Acme')).toEqual([]);
  });
});

describe('keys of companies are completed at the start', () => {
  const MANY = 230;
  /** As an earlier version left them. */
  async function addOld() {
    for (let n = 0; n < MANY; n++)
      await addPipeline(people.ana, { companyName: `Company ${n} Ltd` });
    await transaction(async (tx) => tx.update(pipelines).set({ companyKey: '' }));
  }

  test('of every deal without one, and nothing else changes (rule 16.81)', async () => {
    await addOld();
    const kept = await addPipeline(people.ana, { companyName: 'Kept' });
    const before = await storedPipeline(kept);
    const [one] = await db
      .select()
      .from(pipelines)
      .where(eq(pipelines.companyName, 'Company 7 Ltd'));
    await storeCompanyKeys();
    expect(await storedPipeline(one!.id)).toEqual({ ...one, companyKey: 'company7' });
    expect(await storedPipeline(kept)).toEqual(before);
    expect(await db.$count(pipelines, eq(pipelines.companyKey, ''))).toBe(0);
  });

  test('and from then on a company is looked up in their index (rule 16.75)', async () => {
    await addOld();
    await storeCompanyKeys();
    const plan = db.all<{ detail: string }>(sql`explain query plan select user_id from pipelines
      where company_key in ('a', 'b') order by created_at desc, id desc`);
    expect(plan.map(({ detail }) => detail).join()).toMatch(/^SEARCH .* pipelines_company /);
  });

  test('while others write, and a deal renamed meanwhile keeps its new key (rule 16.81)', async () => {
    await addOld();
    const [last] = await db
      .select({ id: pipelines.id })
      .from(pipelines)
      .orderBy(sql`id desc`)
      .limit(1);
    const order: string[] = [];
    const stored = storeCompanyKeys().then(() => order.push('stored'));
    await sleep(1);
    await updatePipeline(people.ana, last!.id, { companyName: 'Renamed' });
    order.push('renamed');
    await stored;
    expect(order).toEqual(['renamed', 'stored']);
    expect(await keyOf(last!.id)).toBe('renamed');
  });
});
