import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { historyEvents, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { getDeal } from '~/domain/deal/get.server';
import { addNote, insertNotes } from '~/domain/note/create.server';
import { deleteNote, deleteOwnNotes } from '~/domain/note/delete.server';
import { NoteText } from '~/domain/note/schema';
import { getNotesPage, listNotes } from '~/domain/note/thread.server';
import { getNoteVersion, updateNote } from '~/domain/note/update.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { toNotesView } from '~/ui/note/note-view.server';
import { getStatus } from '../../support/answers';
import { addPerson, createCast } from '../../support/cast';
import { addDeal, deleteDeals, getStoredDeal } from '../../support/deals';

const { ana, ben, maren, tomas } = await createCast();
let id: number;
beforeEach(async () => {
  await deleteDeals();
  id = await addDeal(ana);
});

const texts = async (as = ana, of = id) => (await listNotes(as, of)).map(({ text }) => text);
const stored = async (note: number) =>
  (await db.select().from(notes).where(eq(notes.id, note)))[0]!;
async function listHistory(deal: number) {
  const isOfDeal = eq(historyEvents.subjectId, String(deal));
  const rows = await db.select().from(historyEvents).where(isOfDeal).orderBy(historyEvents.id);
  return rows
    .filter(({ subject }) => subject === 'note')
    .map(({ kind, actorEmail, fields }) => [kind, actorEmail, ...(fields.text ?? [])]);
}

describe('notes (rules 18.1, 18.2, 18.4 and 18.15)', () => {
  test('a note is stored verbatim and listed newest first', async () => {
    const text = '  Two spaces,\n\na blank line,\ttab\n<b>bold</b> & https://example.com ';
    for (const author of [ana, tomas, maren]) await addNote(author, id, `${author.firstName} says`);
    await addNote(ana, id, text);
    expect(await texts()).toEqual([text, 'Maren says', 'Tomas says', 'Ana says']);
    expect(await getStatus(addNote(ben, id, 'No'))).toBe(404);
    expect(await getStatus(listNotes(ben, id))).toBe(404);
  });

  test("a note names its author and the reader's local time", async () => {
    const at = new Date('2026-11-22T23:30:00Z');
    const deals = [{ id, companyName: 'Acme' }];
    await transaction((tx) => insertNotes(tx, tomas, deals, { text: 'Called', at }));
    const page = await getNotesPage(ana, await getDeal(ana, id));
    const [note] = toNotesView(page, { language: 'en', timeZone: 'Asia/Tokyo' }).notes;
    expect(note).toMatchObject({ author: 'Tomas Rivera', isOwn: false, edited: undefined });
    expect(note!.at.replace(/\s/g, ' ')).toBe('Nov 23, 2026, 8:30 AM');
  });

  test.each([
    ['nothing', '', 'Please enter a note'],
    ['white space', ' \n\t ', 'Please enter a note'],
    ['10,001 characters', 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
    ['a control character', 'a\0b', expect.stringContaining('control character')],
  ])('a note of %s is refused, and one of 10,000 is accepted', (_, text, message) => {
    expect(NoteText.safeParse(text).error?.issues[0]).toMatchObject({ message });
    expect(NoteText.parse('長'.repeat(10_000))).toHaveLength(10_000);
  });

  test('sending a note form twice adds one note per text', async () => {
    const form = { submission: crypto.randomUUID() };
    const first = await addNote(ana, id, 'Called', form);
    expect(await addNote(ana, id, 'Called', form)).toBe(first);
    expect(await addNote(ana, id, 'Called again', form)).not.toBe(first);
    expect(await addNote(tomas, id, 'Called', form)).not.toBe(first);
    expect(await texts()).toEqual(['Called', 'Called again', 'Called']);
  });

  test('a note still names its author after the author is deleted', async () => {
    const gone = await addPerson(maren, 'gone@demo.example', ['Greta', 'Gone']);
    await transferDeal(maren, id, gone.email);
    await addNote(gone, id, 'Before I go');
    await transferDeal(maren, id, ana.email);
    await deleteUser(maren, gone.id);
    const note = { text: 'Before I go', author: 'Greta Gone', isOwn: false };
    expect(await listNotes(ana, id)).toMatchObject([note]);
  });

  test('a deal knows when its latest remaining note was added', async () => {
    const ids = [await addNote(ana, id, 'One'), await addNote(ana, id, 'Two')];
    const moments = await Promise.all(ids.map(async (note) => (await stored(note)).createdAt));
    for (const note of [1, 0]) {
      expect((await getStoredDeal(id))!.notedAt).toEqual(moments[note]);
      await deleteNote(ana, ids[note]!);
    }
    expect((await getStoredDeal(id))!.notedAt).toBeNull();
  });
});

describe('editing notes (rules 18.5 and 18.6)', () => {
  test('only authors who still see the deal edit and delete a note', async () => {
    const note = await addNote(ana, id, 'Mine');
    const expectRefused = async (viewer: typeof ana, status: number) => {
      expect(await getStatus(updateNote(viewer, note, 'Theirs'))).toBe(status);
      expect(await getStatus(deleteNote(viewer, note))).toBe(status);
    };
    for (const viewer of [maren, tomas]) await expectRefused(viewer, 403);
    await expectRefused(ben, 404);
    await updateNote(ana, note, 'Still mine');
    const edited = { text: 'Still mine', isOwn: true, edited: expect.any(Date) };
    expect(await listNotes(ana, id)).toMatchObject([edited]);
    await transferDeal(ana, id, ben.email);
    await expectRefused(ana, 404);
    expect(await texts(ben)).toEqual(['Still mine']);
  });

  test('a stale second edit of a note is refused with 409', async () => {
    const note = await addNote(ana, id, 'First');
    const version = getNoteVersion(await stored(note));
    await updateNote(ana, note, 'Second', { version });
    expect(await getStatus(updateNote(ana, note, 'Third', { version }))).toBe(409);
    expect(await texts()).toEqual(['Second']);
    // Repeats the form after its answer was lost.
    await updateNote(ana, note, 'Second', { version });
    await updateNote(ana, note, 'Third', { version: getNoteVersion(await stored(note)) });
    expect(await texts()).toEqual(['Third']);
  });
});

describe('history of notes (rule 18.8)', () => {
  test('history has each note change with the text before and after', async () => {
    const note = await addNote(ana, id, 'One');
    for (let n = 0; n < 2; n++) await updateNote(ana, note, 'Two');
    await deleteNote(ana, note);
    expect(await texts()).toEqual([]);
    expect(await listHistory(id)).toEqual([
      ['created', ana.email, null, 'One'],
      ['changed', ana.email, 'One', 'Two'],
      ['deleted', ana.email, 'Two', null],
    ]);
    const listed = await listDealHistory(ana, id, { limit: 10, offset: 0 });
    const acts = listed.map(({ subject, kind }) => `${subject} ${kind}`);
    expect(acts.join()).toBe('note deleted,note changed,note created,pipeline created');
  });

  test('history has notes of bulk changes and their undo', async () => {
    const deals: { id: number; companyName: string }[] = [];
    for (let n = 0; n < 25; n++) deals.push({ id: await addDeal(ana), companyName: 'Acme' });
    const ids = await transaction((tx) => insertNotes(tx, ana, deals, { text: 'Same' }));
    expect(ids).toHaveLength(25);
    const first = deals[0]!.id;
    const last = deals[24]!.id;
    expect((await stored(ids[24]!)).dealId).toBe(last);
    const others = await addNote(tomas, first, 'Not to be undone');
    expect(await transaction((tx) => deleteOwnNotes(tx, ana, [...ids, others]))).toBe(25);
    expect(await texts(ana, first)).toEqual(['Not to be undone']);
    expect((await listHistory(last)).map(([kind]) => kind)).toEqual(['created', 'deleted']);
  });
});

describe('note thread (rule 18.10)', () => {
  test('a thread shows 20 of thousands of notes per page', async () => {
    const author = { authorId: ana.id, authorName: 'Ana', createdAt: new Date() };
    const row = { dealId: id, ...author, searchText: '' };
    const rows = Array.from({ length: 5_000 }, (_, n) => ({ ...row, text: `Note ${n + 1}` }));
    await transaction(async (tx) => {
      for (let n = 0; n < 5_000; n += 100) await tx.insert(notes).values(rows.slice(n, n + 100));
    });
    const deal = await getDeal(ana, id);
    const first = await getNotesPage(ana, deal);
    expect(first).toMatchObject({ page: 1, pages: 250, total: 5_000 });
    expect(first.notes.map(({ text }) => text).slice(0, 2)).toEqual(['Note 5000', 'Note 4999']);
    expect(first.notes).toHaveLength(20);
    const last = await getNotesPage(ana, deal, 999);
    expect([last.page, last.notes.at(-1)!.text]).toEqual([250, 'Note 1']);
  });
});
