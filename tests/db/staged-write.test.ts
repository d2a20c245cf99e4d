import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, historyEvents, notes, users } from '#db/schema';
import { runStagedWrite, type StagedDatabase } from '#db/staged-write';
import { transaction } from '#db/transaction';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { createDeal } from '~/domain/deal/create.server';
import { insertDeals } from '~/domain/deal/insert.server';
import { updateDeal } from '~/domain/deal/update.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { changeGroup } from '~/domain/user/role.server';
import { type Cast, createCast } from '../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../support/deals';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

/**
 * Adds a deal, and writes the number of attempts into this one's comments. Waits for `meanwhile` in
 * the first attempts.
 */
async function writeDeal(deal: number, meanwhile: () => Promise<unknown>, attempts = 1) {
  let tries = 0;
  await runStagedWrite(async ({ tx, stageDeals }: StagedDatabase) => {
    tries++;
    stageDeals([deal]);
    const [before] = await tx.select().from(deals).where(eq(deals.id, deal));
    const edit = { before: before!, changes: { comments: `Try ${tries}` } };
    await applyDealEdits(tx, people.ana, [edit], { operationId: 'act' });
    const newDeals = [{ input: { companyName: 'New' }, userId: people.ana.id }];
    await insertDeals(tx, people.ana, newDeals, { operationId: 'act' });
    if (tries <= attempts) await meanwhile();
  });
  return tries;
}

describe('staged writes (rule 16.78)', () => {
  test('a staged write is stored as a whole with its history', async () => {
    const deal = await addDeal(people.ana, { companyName: 'Old' });
    expect(await writeDeal(deal, async () => undefined)).toBe(1);
    expect(await getStoredDeal(deal)).toMatchObject({ comments: 'Try 1', version: 2 });
    const [fresh] = await db.select().from(deals).where(eq(deals.companyName, 'New'));
    expect(fresh!.id).toBe(deal + 1);
    const told = await db.select().from(historyEvents).orderBy(historyEvents.id);
    expect(told.slice(-2)).toMatchObject([
      { subjectId: String(deal), kind: 'changed', fields: { comments: [null, 'Try 1'] } },
      { subjectId: String(fresh!.id), kind: 'created' },
    ]);
  });

  test('a failed staged write stores nothing and blocks nobody', async () => {
    const deal = await addDeal(people.ana);
    const before = await db.$count(historyEvents);
    const write = writeDeal(deal, async () => {
      await updateDeal(people.ana, deal, { ceoName: 'Mei' });
      throw new Error('no more');
    });
    await expect(write).rejects.toThrow('no more');
    expect(await getStoredDeal(deal)).toMatchObject({ comments: null, ceoName: 'Mei' });
    expect([await db.$count(deals), await db.$count(historyEvents)]).toEqual([1, before + 1]);
  });

  test.each<[what: string, tries: number, change: (deal: number) => Promise<unknown>]>([
    ['the deal', 2, (deal) => updateDeal(people.ana, deal, { ceoName: 'Mei' })],
    ['a deal of the same company', 2, () => createDeal(people.ben, { companyName: 'NEW Ltd' })],
    ['the account of an owner', 2, () => changeGroup(people.maren, people.ana.id, 'OnBS')],
    ['another account', 1, () => changeGroup(people.maren, people.ben.id, 'OnBS')],
    ['another deal', 1, () => createDeal(people.ben, { companyName: 'Another' })],
  ])('a staged write reacts to a concurrent change of %s', async (_, tries, change) => {
    const deal = await addDeal(people.ana, { companyName: 'Old' });
    expect(await writeDeal(deal, () => change(deal))).toBe(tries);
    expect(await getStoredDeal(deal)).toMatchObject({ comments: `Try ${tries}` });
    expect(await db.$count(deals, eq(deals.companyName, 'New'))).toBe(1);
  });

  test('an account with digits of a deal in its id is no conflict', async () => {
    const deal = await addDeal(people.ana);
    const id = `${deal}${people.ben.id.replace(/^\d*/, '-')}`;
    const email = 'ben.again@demo.example';
    await transaction(async (tx) => tx.insert(users).values({ ...people.ben, id, email }));
    expect(await writeDeal(deal, () => changeGroup(people.maren, id, 'OnBS'))).toBe(1);
  });

  test('others write while a staged write is repeated', async () => {
    const deal = await addDeal(people.ana);
    let edits = 0;
    const edit = () => updateDeal(people.ana, deal, { ceoName: `Edit ${++edits}` });
    expect(await writeDeal(deal, edit, 4)).toBe(5);
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'Edit 4', comments: 'Try 5' });
  });

  test('a staged write that others always overtake is refused', async () => {
    const deal = await addDeal(people.ana);
    let edits = 0;
    const edit = () => updateDeal(people.ana, deal, { ceoName: `Edit ${++edits}` });
    await expect(writeDeal(deal, edit, Infinity)).rejects.toThrow('Others keep changing');
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'Edit 5', comments: null });
  });

  test('a staged write preserves changes of other fields', async () => {
    const deal = await addDeal(people.ana);
    await writeDeal(deal, () => updateDeal(people.ana, deal, { ceoName: 'Mei' }));
    expect(await getStoredDeal(deal)).toMatchObject({
      ceoName: 'Mei',
      comments: 'Try 2',
      version: 3,
    });
  });

  test('a staged write fails if its deal was deleted', async () => {
    const deal = await addDeal(people.ana);
    await expect(writeDeal(deal, () => deleteDeal(people.ana, deal))).rejects.toThrow();
    expect(await db.$count(deals)).toBe(0);
  });

  test('a staged write refuses tables that it does not copy', async () => {
    const deal = await addDeal(people.ana);
    const write = runStagedWrite(async ({ tx }) => {
      await tx.delete(notes).where(eq(notes.dealId, deal));
      await tx.insert(notes).values({
        dealId: deal,
        authorId: people.ana.id,
        authorName: 'Ana',
        text: 'Hello',
        searchText: 'hello',
        createdAt: new Date(),
      });
    });
    await expect(write).rejects.toThrow('runStagedWrite does not write this table');
    expect(await db.$count(notes)).toBe(0);
  });

  test('a staged write within a transaction is refused', async () => {
    await expect(transaction(() => runStagedWrite(async () => undefined))).rejects.toThrow(
      'within a transaction',
    );
  });
});
