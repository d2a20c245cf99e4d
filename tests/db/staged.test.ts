import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { changes, notes, pipelines } from '#db/schema';
import { type Staged, stagedWrite } from '#db/staged';
import { transaction } from '#db/transaction';
import { changePipelines, insertPipelines } from '~/models/pipeline/store.server';
import { createPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { changeGroup } from '~/models/user/administer.server';
import { type Cast, cast } from '../support/cast';
import { addPipeline, clearDeals, storedPipeline } from '../support/pipelines';
import { deletePipeline } from '~/models/trash/delete.server';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(clearDeals);

/** Adds a deal, and changes this one's comments to how often it was tried. */
async function writeOf(deal: number, meanwhile: (tries: number) => Promise<unknown>) {
  let tries = 0;
  await stagedWrite(async ({ tx, takeDeals }: Staged) => {
    tries++;
    takeDeals([deal]);
    const [before] = await tx.select().from(pipelines).where(eq(pipelines.id, deal));
    const edit = { before: before!, changes: { comments: `Try ${tries}` } };
    await changePipelines(tx, people.ana, [edit], { actId: 'act' });
    const deals = [{ input: { companyName: 'New' }, userId: people.ana.id }];
    await insertPipelines(tx, people.ana, deals, { actId: 'act' });
    if (tries === 1) await meanwhile(tries);
  });
  return tries;
}

describe('a write that is made aside', () => {
  test('is stored as a whole, with its history (rule 16.78)', async () => {
    const deal = await addPipeline(people.ana, { companyName: 'Old' });
    expect(await writeOf(deal, async () => undefined)).toBe(1);
    expect(await storedPipeline(deal)).toMatchObject({ comments: 'Try 1', version: 2 });
    const [fresh] = await db.select().from(pipelines).where(eq(pipelines.companyName, 'New'));
    expect(fresh!.id).toBe(deal + 1);
    const told = await db.select().from(changes).orderBy(changes.id);
    expect(told.slice(-2)).toMatchObject([
      { subjectId: String(deal), act: 'changed', fields: { comments: [null, 'Try 1'] } },
      { subjectId: String(fresh!.id), act: 'created' },
    ]);
  });

  test('stores nothing if it fails, and others write meanwhile (rule 16.78)', async () => {
    const deal = await addPipeline(people.ana);
    const before = await db.$count(changes);
    const write = writeOf(deal, async () => {
      await updatePipeline(people.ana, deal, { ceoName: 'Mei' });
      throw new Error('no more');
    });
    await expect(write).rejects.toThrow('no more');
    expect(await storedPipeline(deal)).toMatchObject({ comments: null, ceoName: 'Mei' });
    expect([await db.$count(pipelines), await db.$count(changes)]).toEqual([1, before + 1]);
  });

  test.each<[what: string, tries: number, change: (deal: number) => Promise<unknown>]>([
    ['the deal', 2, (deal) => updatePipeline(people.ana, deal, { ceoName: 'Mei' })],
    ['a deal of the same company', 2, () => createPipeline(people.ben, { companyName: 'NEW Ltd' })],
    ['an account', 2, () => changeGroup(people.maren, people.ben.id, 'OnBS')],
    ['another deal', 1, () => createPipeline(people.ben, { companyName: 'Another' })],
  ])(
    'is made again if somebody has changed %s meanwhile (rule 16.78)',
    async (_, tries, change) => {
      const deal = await addPipeline(people.ana, { companyName: 'Old' });
      expect(await writeOf(deal, () => change(deal))).toBe(tries);
      expect(await storedPipeline(deal)).toMatchObject({ comments: `Try ${tries}` });
      expect(await db.$count(pipelines, eq(pipelines.companyName, 'New'))).toBe(1);
    },
  );

  test('does not undo what others have written in other fields (rule 16.78)', async () => {
    const deal = await addPipeline(people.ana);
    await writeOf(deal, () => updatePipeline(people.ana, deal, { ceoName: 'Mei' }));
    expect(await storedPipeline(deal)).toMatchObject({
      ceoName: 'Mei',
      comments: 'Try 2',
      version: 3,
    });
  });

  test('fails where a deal was deleted that it changes', async () => {
    const deal = await addPipeline(people.ana);
    await expect(writeOf(deal, () => deletePipeline(people.ana, deal))).rejects.toThrow();
    expect(await db.$count(pipelines)).toBe(0);
  });

  test('writes no table that would be written at once', async () => {
    const deal = await addPipeline(people.ana);
    const write = stagedWrite(async ({ tx }) => {
      await tx.delete(notes).where(eq(notes.pipelineId, deal));
      await tx.insert(notes).values({
        pipelineId: deal,
        authorId: people.ana.id,
        authorName: 'Ana',
        text: 'Hello',
        searchText: 'hello',
        createdAt: new Date(),
      });
    });
    await expect(write).rejects.toThrow('stagedWrite does not write this table');
    expect(await db.$count(notes)).toBe(0);
  });

  test('is not made within a transaction', async () => {
    await expect(transaction(() => stagedWrite(async () => undefined))).rejects.toThrow(
      'within a transaction',
    );
  });
});
