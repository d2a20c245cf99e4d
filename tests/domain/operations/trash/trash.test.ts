import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { dealIndustries, deals, evaluations, mentions, notes, trash, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { createDeal } from '~/domain/deal/create.server';
import { getDeal } from '~/domain/deal/get.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { addNote } from '~/domain/note/create.server';
import { searchNotes } from '~/domain/note/search.server';
import { listUnreadMentions } from '~/domain/note/unread-mentions.server';
import { deleteDeal, deleteDealsById } from '~/domain/operations/trash/delete.server';
import { deleteUser, deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { countTrash, listTrash } from '~/domain/operations/trash/list.server';
import { purgeTrash } from '~/domain/operations/trash/purge.server';
import { restoreDeletedDeals, restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { listHistory } from '~/domain/timeline/list.server';
import * as trashPage from '~/routes/admin_.trash/route';
import { loadDeletedView } from '~/ui/trash/trash-view.server';
import { getStatus } from '../../../support/answers';
import { addPerson, call, createCast } from '../../../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../../../support/deals';
import { readOutcome, successOutcome } from '../../../support/toast';

/** Whatever is in the trash can be restored, or says in words what is in the way. */
const { ana, ben, maren, tomas } = await createCast();
beforeEach(async () => {
  await deleteDeals();
  await transaction(async (tx) => tx.delete(trash));
});

const DAY = 86_400_000;
const FORM = '3f2b1c5e-7d0a-4b6e-9a1d-2c4f6e8a0b1d';
const latest = async () => (await listTrash(maren, { limit: 1, offset: 0 }))[0]!;
const newPerson = () => addPerson(maren, `${crypto.randomUUID()}@demo.example`);
const allNotes = () => db.select().from(notes).orderBy(notes.id);
const deletedBy = async (viewer: Viewer) =>
  (await loadDeletedView(viewer, new URLSearchParams(), { language: 'en', timeZone: 'UTC' }))
    .entries;

async function attempt(id: number) {
  const form = { id: String(id) };
  return readOutcome(await call(trashPage, 'POST', '/admin/trash', { as: maren, form }));
}
const back = (name: string) => successOutcome('/admin/trash', `${name} restored`);
const refused = (why: string) => ['/admin/trash', 'Not restored', why, true];
const SAME_ID = refused('A deal or account with the same id already exists.');

type Rows = Record<string, Record<string, unknown>[]>;
/** The entry's rows, as another release would have written them. */
async function rewrite(id: number, change: (rows: Rows) => void): Promise<void> {
  const isIt = eq(trash.id, id);
  const [entry] = await db.select().from(trash).where(isIt);
  const rows = JSON.parse(entry!.rows) as Rows;
  change(rows);
  await transaction(async (tx) =>
    tx
      .update(trash)
      .set({ rows: JSON.stringify(rows) })
      .where(isIt),
  );
}

async function addNotes(id: number, count: number, other: Viewer): Promise<void> {
  for (let n = 0; n < count; n++)
    await addNote(n % 2 ? other : tomas, id, `Note ${n} @Maren`, {
      submission: crypto.randomUUID(),
    });
  await transaction(async (tx) => tx.update(notes).set({ editedAt: new Date(5) }));
}

describe('restoring deals and accounts (rules 10.7 and 10.8)', () => {
  test('an admin restores a deal with its evaluation and history', async () => {
    const fields = { companyName: 'Pinwhistle', industries: ['AI', 'Lifestyle'], comments: '=1+1' };
    const id = await addDeal(ana, { ...fields, evaluationScore: 0 });
    await saveEvaluation(ana, id, { marketSize: 9.3, marketNotes: 'Notes' });
    const rows = () =>
      Promise.all([
        db.select().from(deals).where(eq(deals.id, id)),
        db.select().from(evaluations).where(eq(evaluations.dealId, id)),
        db.select().from(dealIndustries).where(eq(dealIndustries.dealId, id)),
      ]);
    const before = await rows();
    expect(before.map(({ length }) => length)).toEqual([1, 1, 2]);
    await deleteDeal(tomas, id);
    expect((await rows()).flat()).toEqual([]);
    const entry = await latest();
    const said = { name: 'Pinwhistle', owner: ana.email, deletedBy: tomas.email, deals: 1 };
    expect(entry).toMatchObject(said);
    await rewrite(entry.id, ({ evaluations: stored }) =>
      expect(stored, 'as in entries of earlier versions').toMatchObject([{ pipelineId: id }]),
    );
    for (const viewer of [ana, tomas])
      expect(await getStatus(restoreFromTrash(viewer, entry.id))).toBe(403);
    await restoreFromTrash(maren, entry.id);
    expect(await rows()).toEqual(before);
    const history = await listDealHistory(maren, id, { limit: 9, offset: 0 });
    expect(history.map(({ subject, kind }) => `${subject} ${kind}`)).toEqual([
      'evaluation restored',
      'pipeline restored',
      'pipeline deleted',
      'evaluation created',
      'pipeline created',
    ]);
    expect(await getStatus(restoreFromTrash(maren, entry.id)), 'once').toBe(404);
  });

  test('an account is restored unless its email is taken', async () => {
    const person = await addPerson(maren, 'gone@demo.example');
    const ids = [await addDeal(person), await addDeal(person, { companyName: 'Two' })];
    await saveEvaluation(person, ids[0]!, { marketSize: 2 });
    const rows = () =>
      Promise.all([
        db.select().from(users).where(eq(users.id, person.id)),
        db.select().from(deals).where(eq(deals.userId, person.id)),
        db.select().from(evaluations).where(eq(evaluations.dealId, ids[0]!)),
      ]);
    const before = await rows();
    expect(await deleteUsers(maren, [person.id, maren.id])).toMatchObject({ deleted: 1 });
    const told = await listHistory(maren, { kind: 'deleted' }, { limit: 3, offset: 0 });
    expect(told.map(({ subjectName }) => subjectName)).toEqual([person.email, 'Two', 'Acme']);
    const entry = await latest();
    const rival = await addPerson(maren, 'GONE@demo.example');
    const message = 'Another account has this email now. Delete it first.';
    expect(await attempt(entry.id)).toEqual(refused(message));
    expect(await latest()).toEqual(entry);
    await deleteUser(maren, rival.id);
    await restoreFromTrash(maren, entry.id);
    expect(await rows()).toEqual(before);
  });

  test('a deleted deal is restored only after its owner', async () => {
    const person = await newPerson();
    const first = await addDeal(person);
    const second = await addDeal(person);
    expect((await deleteDealsById(person, [first])).entries).toHaveLength(1);
    const entry = await latest();
    for (const heir of ['nobody@demo.example', person.email])
      expect(await getStatus(deleteUser(maren, person.id, { newOwner: heir }))).toBe(400);
    await deleteUser(maren, person.id, { newOwner: ben.email });
    expect((await getDeal(maren, second)).userId).toBe(ben.id);
    const [given] = await listDealHistory(maren, second, { limit: 1, offset: 0 });
    const fields = { owner: [person.email, ben.email] };
    expect(given).toMatchObject({ actorEmail: maren.email, fields });
    const message = 'The owner of this deal was deleted. Restore the owner first.';
    expect(await attempt(entry.id)).toEqual(refused(message));
    await restoreFromTrash(maren, (await latest()).id);
    expect(await attempt(entry.id)).toEqual(back('Acme'));
    expect((await getDeal(maren, first)).userId).toBe(person.id);
  });
});

describe('forms sent again after a deletion', () => {
  test('a deal is restored beside one from the same form', async () => {
    const add = () => createDeal(ana, { companyName: 'Gantrywell' }, { submission: FORM });
    const first = await add();
    await deleteDeal(ana, first);
    const entry = await latest();
    const second = await add();
    expect(second).not.toBe(first);
    expect(await attempt(entry.id)).toEqual(back('Gantrywell'));
    const submissions = [await getStoredDeal(first), await getStoredDeal(second)];
    expect(submissions).toMatchObject([{ submission: null }, { submission: FORM }]);
    await deleteDeal(ana, second);
    await restoreFromTrash(maren, (await latest()).id);
    expect(await getStoredDeal(second)).toMatchObject({ userId: ana.id });
  });

  test('a deal from a form is restored with its account', async () => {
    const owner = await newPerson();
    const id = await createDeal(owner, { companyName: 'Quillmoor' }, { submission: FORM });
    await deleteUser(maren, owner.id);
    await restoreFromTrash(maren, (await latest()).id);
    expect(await getStoredDeal(id)).toMatchObject({ companyName: 'Quillmoor', userId: owner.id });
  });
});

test('restoring fails while another record has the same id', async () => {
  const id = await addDeal(ana, { companyName: 'Deleted' });
  await saveEvaluation(ana, id, { marketSize: 3 });
  await deleteDeal(ana, id);
  const entry = await latest();
  const other = eq(deals.id, await addDeal(ben, { companyName: 'In the way' }));
  await transaction(async (tx) => tx.update(deals).set({ id }).where(other));
  expect(await attempt(entry.id)).toEqual(SAME_ID);
  expect([await latest(), (await getStoredDeal(id))!.companyName]).toEqual([entry, 'In the way']);
  await deleteDeal(ben, id);
  expect(await attempt(entry.id)).toEqual(back('Deleted'));

  const gone = await newPerson();
  await deleteUser(maren, gone.id);
  const rival = eq(users.id, (await newPerson()).id);
  await transaction(async (tx) => tx.update(users).set({ id: gone.id }).where(rival));
  expect(await attempt((await latest()).id)).toEqual(SAME_ID);
});

describe('trash of earlier releases (rules 10.18 and 18.15)', () => {
  test('trash of an earlier release is restored to new columns', async () => {
    const owner = await newPerson();
    const id = await addDeal(owner, { companyName: 'Pinwhistle', industries: ['AI'] });
    await deleteUser(maren, owner.id);
    const entry = await latest();
    const change = (table: string, columns: string[]) => (rows: Rows) => {
      delete rows.evaluations;
      const [row] = rows[table]!;
      for (const column of columns) delete row![column];
      row!.dropped = 'since';
    };
    await rewrite(entry.id, change('users', ['sortName', 'disabledAt', 'group']));
    await rewrite(entry.id + 1, change('pipelines', ['version', 'submission']));
    expect(await attempt(entry.id)).toEqual(back(owner.email));
    const deal = { companyName: 'Pinwhistle', version: 1, industries: ['AI'] };
    expect(await getStoredDeal(id)).toMatchObject(deal);
  });

  test('trash without notes and mentions is restored', async () => {
    const { entries } = await deleteDeal(ana, await addDeal(ana));
    await rewrite(entries[0]!, (rows) => {
      for (const table of ['notes', 'mentions', 'others']) delete rows[table];
    });
    expect(await restoreDeletedDeals(ana, entries)).toMatchObject({ restored: ['Acme'] });
    expect(await countTrash(maren)).toBe(0);
  });
});

describe('notes in the trash (rule 18.15)', () => {
  test('notes and mentions of a deal are deleted and restored', async () => {
    const id = await addDeal(ana);
    await addNotes(id, 60, ana);
    const before = await allNotes();
    const { notedAt } = (await getStoredDeal(id))!;
    const { entries } = await deleteDeal(ana, id);
    expect([await allNotes(), await db.$count(mentions)]).toEqual([[], 0]);
    expect(await searchNotes(maren, 'Note', 5)).toEqual([]);
    expect(await countTrash(maren)).toBe(1);
    expect([await deletedBy(ana), await deletedBy(maren)]).toMatchObject([[{}], []]);
    expect(await restoreDeletedDeals(ana, entries)).toEqual({
      restored: ['Acme'],
      skipReasons: [],
    });
    expect(await allNotes()).toEqual(before.map((note) => ({ ...note, submission: null })));
    expect((await getStoredDeal(id))!.notedAt).toEqual(notedAt);
    expect(await listUnreadMentions(maren, 100)).toHaveLength(60);
    expect(await searchNotes(maren, 'Note 59', 5)).toHaveLength(1);
    expect(await db.$count(trash)).toBe(0);
  });

  test('deals deleted at once are restored each with its notes', async () => {
    const ids: number[] = [];
    for (const companyName of ['0', '1', '2', '3']) ids.push(await addDeal(ana, { companyName }));
    for (const id of [ids[1]!, ids[3]!]) await addNote(ana, id, 'A note');
    const before = await allNotes();
    const { entries } = await deleteDealsById(tomas, ids);
    expect(entries).toHaveLength(4);
    expect(await deletedBy(tomas)).toHaveLength(4);
    const { restored, skipReasons } = await restoreDeletedDeals(tomas, entries);
    expect([restored.sort(), skipReasons]).toEqual([['0', '1', '2', '3'], []]);
    expect(await allNotes()).toEqual(before);
  });

  test('notes are restored with the deals of a deleted user', async () => {
    const owner = await newPerson();
    const ids: number[] = [];
    for (let n = 0; n < 45; n++) ids.push(await addDeal(owner));
    for (const [n, count] of [
      [0, 55],
      [22, 3],
      [44, 3],
    ] as const)
      await addNotes(ids[n]!, count, owner);
    await addNote(tomas, await addDeal(ana), 'Not in the trash');
    const before = await allNotes();
    await deleteUser(maren, owner.id);
    expect((await allNotes()).map(({ text }) => text)).toEqual(['Not in the trash']);
    expect(await countTrash(maren)).toBe(1);
    const entry = await latest();
    expect(entry).toMatchObject({ name: owner.email, deals: 45 });
    await restoreFromTrash(maren, entry.id);
    const withoutSubmissions = (all: typeof before) =>
      all.map((note) => ({ ...note, submission: null }));
    expect(withoutSubmissions(await allNotes())).toEqual(withoutSubmissions(before));
    expect(await db.$count(trash)).toBe(0);
  });
});

describe('emptying the trash (rules 10.6 and 18.15)', () => {
  test('the trash is emptied of deals older than 30 days', async () => {
    const id = await addDeal(ana, { companyName: 'Long gone' });
    await addNote(ana, id, 'Gone with it');
    await deleteDeal(ana, id);
    await purgeTrash(new Date(Date.now() + 29.9 * DAY));
    expect(await countTrash(maren)).toBe(1);
    await purgeTrash(new Date(Date.now() + 30.1 * DAY));
    expect(await db.$count(trash)).toBe(0);
    const purged = { kind: 'purged', what: 'Long gone' } as const;
    const [told, ...others] = await listHistory(maren, purged, { limit: 9, offset: 0 });
    expect([told!.actorEmail, told!.subjectId, others]).toEqual([null, String(id), []]);
  });
});
