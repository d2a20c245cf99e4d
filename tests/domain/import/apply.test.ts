import { and, desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import {
  collaborators,
  deals,
  decisions,
  evaluations,
  historyEvents,
  importRows,
  imports,
  type RowKind,
  transfers,
  users,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { importOperationId } from '~/domain/history/operation-id';
import { applyImport } from '~/domain/import/apply/apply.server';
import { countPlannedRows } from '~/domain/import/preview/plan.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { createShare } from '~/domain/share/create.server';
import { listShares } from '~/domain/share/list.server';
import { ShareInput } from '~/domain/share/schema';
import { catchResponse } from '../../support/answers';
import { type Cast, createCast } from '../../support/cast';
import { addDeal, deleteDeals, FULL_DEAL, getStoredDeal } from '../../support/deals';
import { addPreview, createDealRow, createNewDealRow } from '../../support/import-previews';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

const found = async (id: number) => (await db.select().from(imports).where(eq(imports.id, id)))[0]!;
const rowsLeft = (id: number) => db.$count(importRows, eq(importRows.importId, id));
const listStoredDeals = () => db.select().from(deals).orderBy(deals.id);
const latestChange = async () =>
  (await db.select().from(historyEvents).orderBy(desc(historyEvents.id)).limit(1))[0]!;
type Fields = Parameters<typeof createDealRow>[2];
const addDealOfAna = async (fields: Record<string, unknown> = {}) => addDeal(people.ana, fields);

/** Returns the message of the 409; nothing may have been written. */
async function refusedWith(id: number, viewer = people.ana): Promise<string> {
  const before = [await listStoredDeals(), await db.$count(historyEvents)];
  const answer = await catchResponse(applyImport(viewer, id));
  expect(answer.status).toBe(409);
  expect([await listStoredDeals(), await db.$count(historyEvents)]).toEqual(before);
  expect((await found(id)).state).toBe('preview');
  expect(await rowsLeft(id)).toBeGreaterThan(0);
  return ((await answer.json()) as { message: string }).message;
}

describe('applying an import (rules 16.52, 16.55, 16.60 and 16.61)', () => {
  test('an import creates new deals in the order of the file', async () => {
    const id = await addPreview(people.ana, [
      createNewDealRow('Aster', FULL_DEAL),
      createNewDealRow('Birch'),
    ]);
    await applyImport(people.ana, id);
    const [first, second] = await listStoredDeals();
    expect(first).toMatchObject({ ...FULL_DEAL, userId: people.ana.id, version: 1 });
    expect(first).toMatchObject({ meetingDays: 30 });
    expect(second).toMatchObject({ companyName: 'Birch', industries: [], ceoName: null });
  });

  test('an import does what its button says', async () => {
    const deal = () => addDealOfAna({ ceoName: 'Mei', comments: 'Old' });
    const mine = { isConflict: true, base: 'Mei', take: 'mine' } as const;
    const theirs = { isConflict: true, base: 'Mei', take: 'theirs' } as const;
    const id = await addPreview(people.ana, [
      createNewDealRow('Aster'),
      createDealRow('changed', await deal(), { ceoName: ['Mei', 'Kim'] }),
      createDealRow('conflict', await deal(), { ceoName: ['Mei', 'Kim', mine] }),
      createDealRow('conflict', await deal(), { ceoName: ['Mei', 'Kim', theirs] }),
      createDealRow('conflict', await deal(), {
        ceoName: ['Mei', 'Kim', theirs],
        comments: ['Old', 'New'],
      }),
      createDealRow('duplicate', await deal(), {
        ceoName: ['Mei', 'Kim'],
        industries: [[], ['AI']],
      }),
      createDealRow('duplicate', await deal(), { ceoName: ['Mei', 'Kim'] }),
    ]);
    const plan = await countPlannedRows(await found(id));
    expect(plan).toEqual({ create: 1, update: 4, skip: 2, open: 0 });
    const counts = { created: 1, updated: 4, skipped: 2 };
    expect(await applyImport(people.ana, id)).toMatchObject(counts);
  });

  test('rows of an ignored sheet are not counted', async () => {
    const id = await addPreview(people.ana, [
      createNewDealRow('Aster'),
      { ...createNewDealRow('Birch'), sheet: 1 },
    ]);
    await transaction((tx) =>
      tx.update(importRows).set({ kind: null }).where(eq(importRows.sheet, 1)),
    );
    expect(await countPlannedRows(await found(id))).toEqual({
      create: 1,
      update: 0,
      skip: 0,
      open: 0,
    });
    expect(await applyImport(people.ana, id)).toMatchObject({ created: 1, skipped: 0 });
  });

  test('a finished import keeps only the rows that it left out', async () => {
    const id = await addPreview(
      people.ana,
      [createNewDealRow('Aster'), { ...createNewDealRow('Birch'), choice: 'skip' }],
      { counts: { new: 2 } },
    );
    const counts = { new: 2, created: 1, updated: 0, skipped: 1, skippedByChoice: 1 };
    expect(await applyImport(people.ana, id)).toMatchObject(counts);
    expect(await latestChange()).toMatchObject({
      kind: 'created',
      subjectName: 'Aster',
      operationId: importOperationId(id),
      actorId: people.ana.id,
    });
    const done = await found(id);
    expect(done).toMatchObject({ state: 'done', counts, undoneAt: null });
    expect(done.importedAt).toEqual((await latestChange()).at);
    expect(await rowsLeft(id)).toBe(1);
  });

  test('an import sent twice creates its deals once', async () => {
    const id = await addPreview(people.ana, [createNewDealRow('Aster')]);
    const [, second] = await Promise.allSettled([
      applyImport(people.ana, id),
      applyImport(people.ana, id),
    ]);
    expect(second).toMatchObject({ status: 'rejected', reason: { status: 409 } });
    expect(await listStoredDeals()).toHaveLength(1);
  });

  test('an import of somebody else is 404, even for admins', async () => {
    const id = await addPreview(people.ana, [createNewDealRow('Aster')]);
    for (const viewer of [people.ben, people.maren])
      expect((await catchResponse(applyImport(viewer, id))).status).toBe(404);
  });

  test('an import of a disabled user writes nothing', async () => {
    const id = await addPreview(people.ben, [createNewDealRow('Aster')]);
    const disable = (disabledAt: Date | null) =>
      transaction(async (tx) =>
        tx.update(users).set({ disabledAt }).where(eq(users.id, people.ben.id)),
      );
    await disable(new Date());
    expect((await catchResponse(applyImport(people.ben, id))).status).toBe(401);
    await disable(null);
    expect(await listStoredDeals()).toEqual([]);
  });

  test('an import of former staff does not reach deals of others', async () => {
    const deal = await addDealOfAna();
    const id = await addPreview(people.tomas, [
      createDealRow('changed', deal, { ceoName: [null, 'X'] }),
    ]);
    const promote = (role: 'user' | 'manager') =>
      transaction(async (tx) =>
        tx.update(users).set({ role }).where(eq(users.id, people.tomas.id)),
      );
    await promote('user');
    expect(await refusedWith(id, people.tomas)).toContain('Acme');
    await promote('manager');
  });

  test('an import with one invalid value writes nothing', async () => {
    const id = await addPreview(people.ana, [
      createNewDealRow('Aster'),
      createNewDealRow('B', { evaluationScore: 11 }),
    ]);
    expect((await catchResponse(applyImport(people.ana, id))).status).toBe(400);
    expect(await listStoredDeals()).toEqual([]);
    expect((await found(id)).state).toBe('preview');
  });
});

describe('applied updates (rule 16.62)', () => {
  test('a changed row updates its fields, history and version', async () => {
    const deal = await addDealOfAna({ ceoName: 'Old', comments: 'Stays' });
    const before = (await getStoredDeal(deal))!;
    const id = await addPreview(people.ana, [
      createDealRow('changed', deal, { ceoName: ['Old', 'New'], industries: [[], ['AI']] }),
    ]);
    expect(await applyImport(people.ana, id)).toMatchObject({ created: 0, updated: 1, skipped: 0 });
    const after = (await getStoredDeal(deal))!;
    expect(after).toMatchObject({
      ceoName: 'New',
      industries: ['AI'],
      comments: 'Stays',
      version: 2,
    });
    expect(after.searchText).toContain('new');
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    expect(await latestChange()).toMatchObject({
      kind: 'changed',
      operationId: importOperationId(id),
      fields: { ceoName: ['Old', 'New'], industries: [[], ['AI']] },
    });
  });

  const conflict = { isConflict: true } as const;
  test.each<[string, RowKind, Record<string, unknown>, Fields, Record<string, unknown>]>([
    [
      'an emptied cell: the field is cleared',
      'changed',
      { ceoName: 'Old', industries: ['AI'], evaluationScore: 7 },
      { ceoName: ['Old', null], industries: [['AI'], null], evaluationScore: [7, null] },
      { ceoName: null, industries: [], evaluationScore: null },
    ],
    [
      "a conflict: the other fields, and the file's value only with 'mine'",
      'conflict',
      { ceoName: 'A', cooName: 'A', cfoName: 'A' },
      {
        ceoName: ['A', 'B'],
        cooName: ['A', 'B', conflict],
        cfoName: ['A', 'B', { ...conflict, take: 'mine' }],
      },
      { ceoName: 'B', cooName: 'A', cfoName: 'B' },
    ],
    [
      'a possible duplicate: only empty fields',
      'duplicate',
      { ceoName: 'A' },
      { ceoName: ['A', 'B'], cooName: [null, 'B'] },
      { ceoName: 'A', cooName: 'B' },
    ],
    [
      'a choice and a day of which one was kept: both as chosen',
      'conflict',
      { nextMeetingDate: 'ASAP' },
      {
        nextMeetingDate: ['ASAP', '30 days', { ...conflict, take: 'theirs' }],
        nextMeetingOn: [
          null,
          '2027-12-01',
          { ...conflict, take: 'mine', linked: { nextMeetingDate: 'ASAP' } },
        ],
      },
      { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' },
    ],
  ])('applying %s', async (_, ...row) => {
    const [kind, before, fields, after] = row;
    const deal = await addDealOfAna(before);
    await applyImport(
      people.ana,
      await addPreview(people.ana, [createDealRow(kind, deal, fields)]),
    );
    expect(await getStoredDeal(deal)).toMatchObject(after);
  });

  test('a possible duplicate is created as a deal if chosen', async () => {
    const row = createDealRow('duplicate', await addDealOfAna({ ceoName: 'A' }), {
      ceoName: ['A', 'B'],
    });
    const outcome = { ...row.outcome, values: { companyName: 'Acme', ceoName: 'B' } };
    const rows = [{ ...row, outcome, choice: 'create' as const }];
    await applyImport(people.ana, await addPreview(people.ana, rows));
    expect((await listStoredDeals()).map(({ ceoName }) => ceoName)).toEqual(['A', 'B']);
  });

  test('the first of two rows about one field wins', async () => {
    const deal = await addDealOfAna();
    const id = await addPreview(people.ana, [
      createDealRow('duplicate', deal, { ceoName: [null, 'First'] }),
      createDealRow('duplicate', deal, { ceoName: [null, 'Second'], cooName: [null, 'Second'] }),
    ]);
    expect(await applyImport(people.ana, id)).toMatchObject({ updated: 2, skipped: 0 });
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'First', cooName: 'Second' });
  });

  test('a later row about a deal keeps the reason of its closing', async () => {
    const deal = await addDealOfAna();
    const closing = createDealRow('duplicate', deal, { stage: ['New', 'Passed'] });
    const outcome = { ...closing.outcome, closingReason: 'Team' };
    const later = createDealRow('duplicate', deal, { ceoName: [null, 'Ada'] });
    const rows = [{ ...closing, outcome, choice: 'update' as const }, later];
    await applyImport(people.ana, await addPreview(people.ana, rows));
    const [decision] = await db.select().from(decisions).where(eq(decisions.dealId, deal));
    expect(decision).toMatchObject({ kind: 'lost', reasonId: expect.any(Number) as number });
  });

  test('skipped, unchanged and error rows write nothing', async () => {
    const deal = await addDealOfAna({ ceoName: 'A' });
    const fields = { ceoName: ['A', 'B'] as [string, string] };
    const id = await addPreview(people.ana, [
      { ...createDealRow('changed', deal, fields), choice: 'skip' },
      { ...createDealRow('unchanged', deal, fields), choice: 'update' },
      { ...createNewDealRow('Wrong'), kind: 'error', choice: 'create' },
    ]);
    expect(await applyImport(people.ana, id)).toMatchObject({ created: 0, updated: 0, skipped: 3 });
    expect(await listStoredDeals()).toMatchObject([{ companyName: 'Acme', ceoName: 'A' }]);
  });
});

describe('deals changed after the preview (rule 16.63)', () => {
  test('an import ends if a deal changed after the preview', async () => {
    const deal = await addDealOfAna();
    const id = await addPreview(people.ana, [
      createNewDealRow('Aster'),
      createDealRow('changed', deal, { ceoName: [null, 'B'] }),
    ]);
    await updateDeal(people.maren, deal, { ceoName: 'Meanwhile' });
    expect(await refusedWith(id)).toBe('Changed since the preview: Acme. Please compare again.');
  });

  test('an import ends if the meeting of its day changed', async () => {
    const deal = await addDealOfAna();
    const row = createDealRow('changed', deal, { nextMeetingOn: [null, '2027-12-01'] });
    const id = await addPreview(people.ana, [row]);
    await updateDeal(people.maren, deal, { nextMeetingDate: 'ASAP' });
    await refusedWith(id);
  });

  test('a change matters only to fields that would be written', async () => {
    const deal = await addDealOfAna();
    const row = createDealRow('changed', deal, { ceoName: [null, 'B'] });
    const id = await addPreview(people.ana, [row]);
    await updateDeal(people.maren, deal, { cooName: 'Meanwhile' });
    await applyImport(people.ana, id);
    expect(await getStoredDeal(deal)).toMatchObject({ ceoName: 'B', cooName: 'Meanwhile' });
    await applyImport(people.ana, await addPreview(people.ana, [{ ...row, choice: 'skip' }]));
  });

  test('an import ends if a deal was deleted or transferred', async () => {
    const row = (deal: number) => createDealRow('changed', deal, { ceoName: [null, 'B'] });
    const gone = await addDealOfAna();
    const first = await addPreview(people.ana, [row(gone)]);
    await deleteDeal(people.ana, gone);
    await refusedWith(first);
    const passedOn = await addDealOfAna();
    const second = await addPreview(people.ana, [row(passedOn)]);
    await transferDeal(people.ana, passedOn, people.ben.email);
    await refusedWith(second);
  });

  test('an import ends if its company was added in another spelling', async () => {
    const id = await addPreview(people.ana, [createNewDealRow('Mueller Optik')]);
    await addDealOfAna({ companyName: 'Müller Optik' });
    expect(await refusedWith(id)).toMatch(/^Changed since the preview: Müller Optik\. /);
  });

  test('a refused import names three of the changed deals', async () => {
    const rows = Array.from({ length: 5 }, (_, n) => createNewDealRow(`Deal ${n}`));
    const id = await addPreview(people.ana, rows);
    for (let n = 0; n < 5; n++) await addDealOfAna({ companyName: `deal ${n}` });
    expect(await refusedWith(id)).toMatch(/^Changed since the preview: .+, .+, .+, and 2 more\. /);
  });

  test('an import does not create a deal that exists by now', async () => {
    const rows = [createNewDealRow('Aster Ltd')];
    const first = await addPreview(people.ana, rows);
    const second = await addPreview(people.ana, rows);
    await applyImport(people.ana, first);
    expect(await refusedWith(second)).toContain('Aster Ltd');
    const others = await addPreview(people.ben, rows);
    await applyImport(people.ben, others);
  });
});

describe('owners of imported deals (rule 16.64)', () => {
  const named = (person: keyof Cast) => ({ ownerId: people[person].id });

  test('staff name the owner of a new deal, and users do not', async () => {
    const row = createNewDealRow('Aster');
    const rows = [{ ...row, outcome: { ...row.outcome, ...named('ben') } }];
    await applyImport(people.tomas, await addPreview(people.tomas, rows));
    await applyImport(people.ana, await addPreview(people.ana, rows));
    const owners = (await listStoredDeals()).map(({ userId }) => userId);
    expect(owners).toEqual([people.ben.id, people.ana.id]);
  });

  test('a new owner is a transfer with notice and history', async () => {
    const deal = await addDealOfAna();
    const row = createDealRow('changed', deal, { owner: [people.ana.email, people.ben.email] });
    const rows = [{ ...row, outcome: { ...row.outcome, ...named('ben') } }];
    await applyImport(people.ana, await addPreview(people.ana, rows));
    expect(await getStoredDeal(deal)).toMatchObject({ userId: people.ana.id });
    const id = await addPreview(people.tomas, rows);
    expect(await applyImport(people.tomas, id)).toMatchObject({ updated: 1 });
    expect(await getStoredDeal(deal)).toMatchObject({ userId: people.ben.id });
    expect(await db.select().from(transfers)).toMatchObject([
      { dealId: deal, byId: people.tomas.id, toId: people.ben.id },
    ]);
    expect(await latestChange()).toMatchObject({
      operationId: importOperationId(id),
      fields: { owner: [people.ana.email, people.ben.email] },
    });
  });

  test('a transfer by import updates collaborators, ends shares', async () => {
    const deal = await addDealOfAna();
    await setCollaborators(people.ana, deal, [people.ben.id, people.daichi.id]);
    await createShare(people.ana, deal, ShareInput.parse({}));
    const row = createDealRow('changed', deal, { owner: [people.ana.email, people.ben.email] });
    const rows = [{ ...row, outcome: { ...row.outcome, ...named('ben') } }];
    await applyImport(people.tomas, await addPreview(people.tomas, rows));
    expect(await getStoredDeal(deal)).toMatchObject({ userId: people.ben.id });
    const present = await db.select().from(collaborators);
    expect(present.map(({ userId }) => userId)).toEqual([people.daichi.id]);
    expect(await listShares(people.ben, deal)).toEqual([]);
  });

  test('an import ends if the owner cannot sign in or changed since', async () => {
    const row = createNewDealRow('Aster');
    const rows = [{ ...row, outcome: { ...row.outcome, ...named('rolf') } }];
    await refusedWith(await addPreview(people.tomas, rows), people.tomas);
    const deal = await addDealOfAna();
    const changed = createDealRow('changed', deal, { owner: [people.ana.email, people.ben.email] });
    const id = await addPreview(people.tomas, [
      { ...changed, outcome: { ...changed.outcome, ...named('ben') } },
    ]);
    await transferDeal(people.ana, deal, people.daichi.email);
    await refusedWith(id, people.tomas);
  });
});

describe('imported evaluations (rule 16.65)', () => {
  const stored = async (deal: number) =>
    (await db.select().from(evaluations).where(eq(evaluations.dealId, deal)))[0];

  test('an import creates and changes evaluations as the form does', async () => {
    const first = await addDealOfAna();
    const second = await addDealOfAna({ companyName: 'Birch' });
    await saveEvaluation(people.ana, second, { marketSize: 3, teamNotes: 'Good' });
    const before = (await getStoredDeal(first))!;
    const id = await addPreview(people.ana, [
      { ...createDealRow('changed', first, { marketSize: [null, 10] }), sheet: 1 },
      { ...createDealRow('changed', second, { marketSize: [3, null] }), sheet: 1 },
    ]);
    expect(await applyImport(people.ana, id)).toMatchObject({ created: 0, updated: 2 });
    expect(await stored(first)).toMatchObject({ marketSize: 10, overallScore: 5.2 });
    expect(await stored(second)).toMatchObject({
      marketSize: null,
      teamNotes: 'Good',
      overallScore: 5,
    });
    const after = (await getStoredDeal(first))!;
    expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    const isIt = and(
      eq(historyEvents.operationId, importOperationId(id)),
      eq(historyEvents.subject, 'evaluation'),
    );
    const acts = (await db.select().from(historyEvents).where(isIt)).map(({ kind }) => kind);
    expect(acts).toEqual(['created', 'changed']);
  });

  test('an import ends if an evaluation changed since', async () => {
    const deal = await addDealOfAna();
    const row = createDealRow('changed', deal, { marketSize: [null, 10] });
    const id = await addPreview(people.ana, [{ ...row, sheet: 1 }]);
    await saveEvaluation(people.maren, deal, { marketSize: 3 });
    await refusedWith(id);
  });
});
