import { desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import {
  collaborators,
  deals,
  evaluations,
  historyEvents,
  imports,
  transfers,
  trash,
  type User,
} from '#db/schema';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation, updateEvaluation } from '~/domain/evaluation/update.server';
import { importOperationId, undoOperationId } from '~/domain/history/operation-id';
import { applyImport } from '~/domain/import/apply/apply.server';
import { summarizeUndo, undoImport } from '~/domain/import/apply/undo.server';
import { addNote } from '~/domain/note/create.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { createShare } from '~/domain/share/create.server';
import { listShares } from '~/domain/share/list.server';
import { ShareInput } from '~/domain/share/schema';
import { catchResponse } from '../../support/answers';
import { addPerson, type Cast, type CastMember, createCast } from '../../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../../support/deals';
import {
  addPreview,
  createDealRow,
  createNewDealRow,
  type PreviewRow,
} from '../../support/import-previews';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

async function imported(rows: PreviewRow[], importer: User = people.ana): Promise<number> {
  const id = await addPreview(importer, rows);
  await applyImport(importer, id);
  return id;
}
const names = async () =>
  (await db.select().from(deals).orderBy(deals.id)).map(({ companyName }) => companyName);
const getDealId = async (name: string) =>
  (await db.select().from(deals).where(eq(deals.companyName, name)))[0]!.id;
const getEvaluation = async (deal: number) =>
  (await db.select().from(evaluations).where(eq(evaluations.dealId, deal)))[0];
const createRoundRow = (deal: number) =>
  createDealRow('changed', deal, { fundingRound: [null, 'B'] });
const ROUND_C = { fundingRound: 'C', nextMeetingDate: undefined, note: undefined };
const evaluated = (deal: number): PreviewRow => ({
  ...createDealRow('changed', deal, { marketSize: [null, 9], teamNotes: [null, 'From the file'] }),
  sheet: 1,
});

describe('undoing an import (rule 16.67)', () => {
  test('undo moves created deals to the trash', async () => {
    const id = await imported([createNewDealRow('Aster'), createNewDealRow('Birch')]);
    expect(await undoImport(people.ana, id)).toEqual({ deleted: 2, reverted: 0, skipped: [] });
    expect(await names()).toEqual([]);
    const entries = await db.select().from(trash).orderBy(desc(trash.id)).limit(2);
    expect(entries.map(({ name }) => name)).toEqual(['Birch', 'Aster']);
    await restoreFromTrash(people.maren, entries[0]!.id);
    expect(await names()).toEqual(['Birch']);
  });

  test('undo reverts changed fields one by one', async () => {
    const stored = {
      ceoName: 'Old',
      industries: ['AI'],
      evaluationScore: 7,
      nextMeetingDate: 'ASAP',
    };
    const deal = await addDeal(people.ana, { ...stored, comments: 'Stays' });
    const { nextMeetingSetAt } = (await getStoredDeal(deal))!;
    const id = await imported([
      createDealRow('changed', deal, {
        ceoName: ['Old', 'New'],
        cooName: [null, 'New'],
        industries: [['AI'], null],
        evaluationScore: [7, 9],
        nextMeetingDate: ['ASAP', null],
      }),
    ]);
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'New', cooName: 'New' });
    expect(await undoImport(people.ana, id)).toEqual({ deleted: 0, reverted: 1, skipped: [] });
    expect(await getStoredDeal(deal)).toMatchObject({
      ...stored,
      nextMeetingSetAt,
      cooName: null,
      comments: 'Stays',
      version: 3,
    });
  });

  test('undo writes history that names the import', async () => {
    const deal = await addDeal(people.ana);
    const id = await imported([
      createNewDealRow('Aster'),
      createDealRow('changed', deal, { ceoName: [null, 'New'] }),
    ]);
    await undoImport(people.ana, id);
    const [found] = await db.select().from(imports).where(eq(imports.id, id));
    const undone = await db
      .select()
      .from(historyEvents)
      .where(eq(historyEvents.operationId, undoOperationId(importOperationId(id))))
      .orderBy(historyEvents.kind);
    expect(undone).toMatchObject([
      { kind: 'changed', at: found!.undoneAt, fields: { ceoName: ['New', null] } },
      { kind: 'deleted', at: found!.undoneAt, subjectName: 'Aster' },
    ]);
  });

  test('an import is undone only once', async () => {
    const id = await imported([createNewDealRow('Aster')]);
    const [, second] = await Promise.allSettled([
      undoImport(people.ana, id),
      undoImport(people.ana, id),
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: { status: 409 } });
    const open = await addPreview(people.ana, [createNewDealRow('Birch')]);
    expect((await catchResponse(undoImport(people.ana, open))).status).toBe(409);
  });

  test('only the importer and admins undo an import', async () => {
    const id = await imported([createNewDealRow('Aster')]);
    expect((await catchResponse(undoImport(people.ben, id))).status).toBe(404);
    expect((await catchResponse(undoImport(people.tomas, id))).status).toBe(403);
    await undoImport(people.maren, id);
    const managers = await imported([createNewDealRow('Birch')], people.tomas);
    await undoImport(people.tomas, managers);
    expect(await names()).toEqual([]);
  });
});

describe('changes since an import (rules 16.68 and 18.20)', () => {
  /** Returns what an undo leaves in place, now and later. */
  async function undoneAs(viewer: CastMember, id: number) {
    const [found] = await db.select().from(imports).where(eq(imports.id, id));
    return summarizeUndo(viewer, { id, undoneAt: found!.undoneAt! });
  }
  async function skippedBy(id: number, viewer = people.ana): Promise<[string, string][]> {
    const { skipped } = await undoImport(viewer, id);
    expect((await undoneAs(viewer, id)).skipped).toEqual(skipped);
    return skipped.map(({ companyName, why }) => [companyName, why]);
  }

  test('undo skips and lists created deals that changed since', async () => {
    const id = await imported(
      ['Cedar', 'Aster', 'Birch', 'Elm'].map((name) => createNewDealRow(name)),
    );
    await addNote(people.tomas, await getDealId('Elm'), 'Called');
    await updateDeal(people.maren, await getDealId('Cedar'), { ceoName: 'Somebody' });
    await saveEvaluation(people.ana, await getDealId('Aster'), { marketSize: 4 });
    expect(await skippedBy(id)).toEqual([
      ['Aster', 'Changed since by Ana Lindqvist.'],
      ['Cedar', 'Changed since by Maren Holt.'],
      ['Elm', 'Changed since by Tomas Rivera.'],
    ]);
    expect(await names()).toEqual(['Cedar', 'Aster', 'Elm']);
  });

  test('undo skips and lists single fields that changed since', async () => {
    const deal = await addDeal(people.ana);
    const id = await imported([
      createDealRow('changed', deal, {
        ceoName: [null, 'File'],
        cooName: [null, 'File'],
        comments: [null, 'File'],
      }),
    ]);
    await updateDeal(people.maren, deal, { ceoName: 'Maren', comments: 'Maren' });
    await updateDeal(people.ana, deal, { comments: 'File' });
    expect(await skippedBy(id)).toEqual([
      ['Acme', 'CEO, Comments: changed since by Maren Holt and Ana Lindqvist.'],
    ]);
    expect(await getStoredDeal(deal)).toMatchObject({
      ceoName: 'Maren',
      cooName: null,
      comments: 'File',
    });
  });

  test('undo keeps a next meeting whose day changed since', async () => {
    const deal = await addDeal(people.ana, { nextMeetingDate: 'ASAP' });
    const id = await imported([
      createDealRow('changed', deal, { nextMeetingDate: ['ASAP', '90 days'] }),
    ]);
    await updateDeal(people.maren, deal, {
      nextMeetingOn: '2027-11-30',
      nextMeetingDate: '90 days',
    });
    expect(await skippedBy(id)).toEqual([['Acme', 'Next meeting: changed since by Maren Holt.']]);
    expect(await getStoredDeal(deal)).toMatchObject({
      nextMeetingDate: '90 days',
      nextMeetingOn: '2027-11-30',
    });
  });

  test('undo skips deals that were transferred or deleted since', async () => {
    const first = await addDeal(people.ana);
    const second = await addDeal(people.ana);
    const fields = { ceoName: [null, 'File'] as [null, string] };
    const id = await imported([
      createNewDealRow('Aster'),
      createNewDealRow('Birch'),
      createDealRow('changed', first, fields),
      createDealRow('changed', second, fields),
    ]);
    await transferDeal(people.ana, await getDealId('Aster'), people.ben.email);
    await transferDeal(people.ana, first, people.ben.email);
    await deleteDeal(people.ana, await getDealId('Birch'));
    await deleteDeal(people.ana, second);
    expect(await skippedBy(id)).toEqual([['Acme', 'Deleted since by Ana Lindqvist.']]);
    expect(await getStoredDeal(first)).toMatchObject({ ceoName: 'File' });
  });

  test('undo counts created deals deleted with their account', async () => {
    const { maren } = people;
    const leaver = await addPerson(maren, 'leaver@demo.example');
    const id = await imported(
      ['Aster', 'Birch'].map((name) => createNewDealRow(name)),
      leaver,
    );
    await deleteUser(maren, leaver.id);
    expect(await undoImport(maren, id)).toEqual({
      deleted: 0,
      reverted: 0,
      skipped: [],
      alreadyDeleted: 2,
    });
  });

  test('undo lists deals that were merged into others since', async () => {
    const { ana } = people;
    const target = await addDeal(ana);
    const old = await addDeal(ana, { companyName: 'Birch' });
    const id = await imported([
      createNewDealRow('Aster'),
      createDealRow('changed', old, { ceoName: [null, 'File'] }),
    ]);
    for (const otherId of [await getDealId('Aster'), old])
      await mergeDeals(ana, target, { otherId });
    expect(await skippedBy(id)).toEqual([
      ['Aster', 'Merged into another deal since by Ana Lindqvist.'],
      ['Birch', 'Merged into another deal since by Ana Lindqvist.'],
    ]);
  });

  test('undo counts changes on deals the importer no longer sees', async () => {
    const { ana, ben } = people;
    const fields = { ceoName: [null, 'File'] as [null, string] };
    const deals = [await addDeal(ben), await addDeal(ben), await addDeal(ben)];
    for (const deal of deals) await setCollaborators(ben, deal, [ana.id]);
    const id = await imported(deals.map((deal) => createDealRow('changed', deal, fields)));
    for (const deal of deals) await setCollaborators(ben, deal, []);
    await updateDeal(ben, deals[1]!, { companyName: 'Secret', ceoName: 'Ben' });
    await deleteDeal(ben, deals[2]!);
    expect(await skippedBy(id)).toEqual([]);
    expect((await undoneAs(ana, id)).unseen).toBe(3);
  });

  test('undo ignores a later import that was itself undone', async () => {
    const first = await imported([createNewDealRow('Aster')]);
    const deal = await getDealId('Aster');
    const second = await imported([createDealRow('changed', deal, { ceoName: [null, 'File'] })]);
    await undoImport(people.ana, second);
    expect(await skippedBy(first)).toEqual([]);
    expect(await names()).toEqual([]);
  });
});

describe('a later operation that was undone in part (rule 16.68)', () => {
  test('undo keeps a change that its own undo did not reach', async () => {
    const { ana, ben, maren } = people;
    const kept = await addDeal(ana);
    const taken = await addDeal(ana);
    const id = await imported([kept, taken].map(createRoundRow), maren);
    const { operationId } = await changeDealsInBulk(ana, [kept, taken], ROUND_C);
    await transferDeal(maren, taken, ben.email);
    await undoOwnOperation(ana, operationId!);
    const { skipped } = await undoImport(maren, id);
    expect(skipped.map(({ why }) => why)).toEqual([
      'Funding round: changed since by Ana Lindqvist.',
    ]);
    expect(await getStoredDeal(kept)).toMatchObject({ fundingRound: null });
    expect(await getStoredDeal(taken)).toMatchObject({ fundingRound: 'C' });
  });
});

describe('evaluations and owners (rules 16.67 and 16.68)', () => {
  /** One that has no evaluation yet and one that has, after an import that evaluates both. */
  async function bothEvaluated() {
    const first = await addDeal(people.ana);
    const second = await addDeal(people.ana);
    await saveEvaluation(people.ana, second, { marketSize: 3 });
    const id = await imported([
      evaluated(first),
      {
        ...createDealRow('changed', second, { marketSize: [3, 8], teamNotes: [null, 'A'] }),
        sheet: 1,
      },
    ]);
    return { first, second, id };
  }

  test('undo deletes created evaluations and reverts changed ones', async () => {
    const { first, second, id } = await bothEvaluated();
    expect(await getEvaluation(first)).toMatchObject({ marketSize: 9 });
    expect(await undoImport(people.ana, id)).toEqual({ deleted: 0, reverted: 2, skipped: [] });
    expect(await getEvaluation(first)).toBeUndefined();
    expect(await getEvaluation(second)).toMatchObject({
      marketSize: 3,
      teamNotes: null,
      overallScore: 4.9,
    });
  });

  test('undo skips evaluations that changed since', async () => {
    const { first, second, id } = await bothEvaluated();
    await updateEvaluation(people.maren, first, { capTable: 2 });
    await updateEvaluation(people.maren, second, { teamNotes: 'B' });
    const { skipped } = await undoImport(people.ana, id);
    expect(skipped.map(({ why }) => why)).toEqual([
      'Evaluation: changed since by Maren Holt.',
      'Team notes: changed since by Maren Holt.',
    ]);
    expect(await getEvaluation(first)).toMatchObject({
      marketSize: 9,
      teamNotes: 'From the file',
      capTable: 2,
    });
    expect(await getEvaluation(second)).toMatchObject({ marketSize: 3, teamNotes: 'B' });
  });

  test('undo of a transfer returns the deal and notifies its owner', async () => {
    const deal = await addDeal(people.ana);
    const row = createDealRow('changed', deal, { owner: [people.ana.email, people.ben.email] });
    const outcome = { ...row.outcome, ownerId: people.ben.id };
    const id = await imported([{ ...row, outcome }], people.tomas);
    expect(await getStoredDeal(deal)).toMatchObject({ userId: people.ben.id });
    expect(await undoImport(people.tomas, id)).toEqual({ deleted: 0, reverted: 1, skipped: [] });
    expect(await getStoredDeal(deal)).toMatchObject({ userId: people.ana.id });
    expect(await db.select().from(transfers)).toMatchObject([{ toId: people.ana.id }]);
  });

  test('undo of a transfer updates collaborators and ends shares', async () => {
    const deal = await addDeal(people.ana);
    const row = createDealRow('changed', deal, { owner: [people.ana.email, people.ben.email] });
    const outcome = { ...row.outcome, ownerId: people.ben.id };
    const id = await imported([{ ...row, outcome }], people.tomas);
    await setCollaborators(people.ben, deal, [people.ana.id]);
    await createShare(people.ben, deal, ShareInput.parse({}));
    expect(await undoImport(people.tomas, id)).toMatchObject({ reverted: 1 });
    expect(await getStoredDeal(deal)).toMatchObject({ userId: people.ana.id });
    expect(await db.$count(collaborators)).toBe(0);
    expect(await listShares(people.ana, deal)).toEqual([]);
  });
});
