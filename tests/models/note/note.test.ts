import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { changes, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { listPipelineHistory } from '~/models/timeline/list.server';
import { listNotes, threadView } from '~/models/note/list.server';
import { NoteText } from '~/models/note/schema';
import {
  addNote,
  changeNote,
  deleteNote,
  deleteNotes,
  insertNotes,
  noteVersion,
} from '~/models/note/write.server';
import { getPipeline } from '~/models/pipeline/write.server';
import { handOverPipeline } from '~/models/pipeline/hand-over.server';
import { addUser } from '~/models/user/administer.server';
import { type Cast, cast } from '../../support/cast';
import { addPipeline, clearDeals, storedPipeline, thrownBy } from '../../support/pipelines';
import { deleteUser } from '~/models/trash/delete-users.server';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(clearDeals);

const EN = { language: 'en', timeZone: 'UTC' };
const texts = async (id: number, as = people.ana, page = 1) =>
  (await listNotes(as, id, EN, page)).map(({ text }) => text);
const stored = async (id: number) => (await db.select().from(notes).where(eq(notes.id, id)))[0];
const statusOf = async (work: Promise<unknown>) => (await thrownBy(work)).status;
/** Act, author and text before and after, of the deal's notes, oldest first. */
const historyOf = async (id: number) =>
  (
    await db
      .select()
      .from(changes)
      .where(eq(changes.subjectId, String(id)))
      .orderBy(changes.id)
  )
    .filter(({ subject }) => subject === 'note')
    .map(({ act, actorEmail, fields }) => [act, actorEmail, ...(fields.text ?? [])]);

describe('a note', () => {
  const KEPT = '  Two spaces,\n\na blank line,\ttab\n<b>bold</b> & https://example.com ';

  test('is kept as it was written, by everyone who may see the deal, newest first (rule 18.1)', async () => {
    const id = await addPipeline(people.ana);
    for (const author of [people.ana, people.tomas, people.maren])
      await addNote(author, id, `${author.firstName} says`);
    await addNote(people.ana, id, KEPT);
    expect(await texts(id)).toEqual([KEPT, 'Maren says', 'Tomas says', 'Ana says']);
    expect(await statusOf(addNote(people.ben, id, 'No'))).toBe(404);
    expect(await statusOf(listNotes(people.ben, id, EN))).toBe(404);
  });

  test('names its author and the moment in the time zone of the reader (rule 18.1)', async () => {
    const id = await addPipeline(people.ana);
    const at = new Date('2026-11-22T23:30:00Z');
    await transaction((tx) =>
      insertNotes(tx, people.tomas, [{ id, companyName: 'Acme' }], 'Called', { at }),
    );
    const [note] = await listNotes(people.ana, id, { language: 'en', timeZone: 'Asia/Tokyo' });
    expect(note).toMatchObject({ author: 'Tomas Rivera', isOwn: false, edited: undefined });
    expect(note!.at.replace(/\s/g, ' ')).toBe('Nov 23, 2026, 8:30 AM');
  });

  test.each([
    ['nothing', '', 'Please write something'],
    ['white space', ' \n\t ', 'Please write something'],
    ['10,001 characters', 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
    ['a control character', 'a\0b', expect.stringContaining('control character')],
  ])('of %s is refused (rule 18.2)', (_, text, message) => {
    expect(NoteText.safeParse(text).error?.issues[0]).toMatchObject({ message });
  });

  test('of 10,000 characters is none too long (rule 18.2)', async () => {
    const id = await addPipeline(people.ana);
    const long = '長'.repeat(10_000);
    expect(NoteText.parse(long)).toBe(long);
    await addNote(people.ana, id, long);
    expect(await texts(id)).toEqual([long]);
  });

  test('is added once by a form that is sent twice, and twice with another text (rule 18.4)', async () => {
    const id = await addPipeline(people.ana);
    const form = crypto.randomUUID();
    const first = await addNote(people.ana, id, 'Called', form);
    expect(await addNote(people.ana, id, 'Called', form)).toBe(first);
    expect(await addNote(people.ana, id, 'Called again', form)).not.toBe(first);
    expect(await addNote(people.tomas, id, 'Called', form)).not.toBe(first);
    expect(await texts(id)).toEqual(['Called', 'Called again', 'Called']);
  });

  test("keeps its author's name when the author is deleted (rule 18.15)", async () => {
    const id = await addPipeline(people.ana);
    const gone = await addUser(people.maren, {
      email: 'gone@demo.example',
      password: 'a-password-of-2026',
      firstName: 'Greta',
      lastName: 'Gone',
    });
    await handOverPipeline(people.maren, id, gone.email);
    await addNote(gone, id, 'Before I go');
    await handOverPipeline(people.maren, id, people.ana.email);
    await deleteUser(people.maren, gone.id);
    expect(await listNotes(people.ana, id, EN)).toMatchObject([
      { text: 'Before I go', author: 'Greta Gone', isOwn: false },
    ]);
  });

  test('says when the deal was noted last, also after the newest is deleted', async () => {
    const id = await addPipeline(people.ana);
    const first = await addNote(people.ana, id, 'One');
    const second = await addNote(people.ana, id, 'Two');
    const notedAt = async () => (await storedPipeline(id))!.notedAt;
    expect(await notedAt()).toEqual((await stored(second))!.createdAt);
    await deleteNote(people.ana, second);
    expect(await notedAt()).toEqual((await stored(first))!.createdAt);
    await deleteNote(people.ana, first);
    expect(await notedAt()).toBeNull();
  });
});

describe('only its author', () => {
  test('edits and deletes it: 403 for others who see it, admins too, 404 for who does not (rule 18.5)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'Mine');
    for (const [other, status] of [
      [people.maren, 403],
      [people.tomas, 403],
      [people.ben, 404],
    ] as const) {
      expect(await statusOf(changeNote(other, note, 'Theirs'))).toBe(status);
      expect(await statusOf(deleteNote(other, note))).toBe(status);
    }
    expect(await texts(id)).toEqual(['Mine']);
    await changeNote(people.ana, note, 'Still mine');
    expect(await listNotes(people.ana, id, EN)).toMatchObject([
      { text: 'Still mine', isOwn: true, edited: expect.any(String) },
    ]);
    await deleteNote(people.ana, note);
    expect(await texts(id)).toEqual([]);
  });

  test('no longer, once the deal is handed over: 404 (rule 18.5)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'Mine');
    await handOverPipeline(people.ana, id, people.ben.email);
    expect(await statusOf(changeNote(people.ana, note, 'Theirs'))).toBe(404);
    expect(await statusOf(deleteNote(people.ana, note))).toBe(404);
    expect(await texts(id, people.ben)).toEqual(['Mine']);
  });

  test('in two windows: the second edit is a conflict and overwrites nothing (rule 18.6)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'First');
    const version = noteVersion((await stored(note))!);
    await changeNote(people.ana, note, 'Second', { version });
    expect(await statusOf(changeNote(people.ana, note, 'Third', { version }))).toBe(409);
    expect(await texts(id)).toEqual(['Second']);
    // The same form again, after its answer was lost.
    await changeNote(people.ana, note, 'Second', { version });
    const now = noteVersion((await stored(note))!);
    await changeNote(people.ana, note, 'Third', { version: now });
    expect(await texts(id)).toEqual(['Third']);
  });
});

describe('the history', () => {
  test('has a note that is added, changed and deleted, with its text before and after (rule 18.8)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'One');
    await changeNote(people.ana, note, 'Two');
    await changeNote(people.ana, note, 'Two');
    await deleteNote(people.ana, note);
    const by = people.ana.email;
    expect(await historyOf(id)).toEqual([
      ['created', by, null, 'One'],
      ['changed', by, 'One', 'Two'],
      ['deleted', by, 'Two', null],
    ]);
    const listed = await listPipelineHistory(people.ana, id, { limit: 10, offset: 0 });
    expect(listed.map(({ subject, act }) => `${subject} ${act}`)).toEqual([
      'note deleted',
      'note changed',
      'note created',
      'pipeline created',
    ]);
  });

  test('has the notes that an act on several deals adds, and their undo', async () => {
    const deals: { id: number; companyName: string }[] = [];
    for (let n = 0; n < 25; n++)
      deals.push({ id: await addPipeline(people.ana), companyName: 'Acme' });
    const ids = await transaction((tx) => insertNotes(tx, people.ana, deals, 'Same'));
    expect(ids).toHaveLength(25);
    expect((await stored(ids[24]!))!.pipelineId).toBe(deals[24]!.id);
    const others = await addNote(people.tomas, deals[0]!.id, 'Not to be undone');
    const undone = await transaction((tx) => deleteNotes(tx, people.ana, [...ids, others]));
    expect(undone).toBe(25);
    expect(await texts(deals[0]!.id)).toEqual(['Not to be undone']);
    expect((await historyOf(deals[24]!.id)).map(([act]) => act)).toEqual(['created', 'deleted']);
  });
});

test('a thread shows 20 notes to a page, also of thousands (rule 18.10)', async () => {
  const id = await addPipeline(people.ana);
  const createdAt = new Date();
  const row = { pipelineId: id, authorId: people.ana.id, authorName: 'Ana', searchText: '' };
  await transaction(async (tx) => {
    for (let n = 0; n < 5_000; n += 100)
      await tx.insert(notes).values(
        Array.from({ length: 100 }, (_, k) => ({
          ...row,
          text: `Note ${n + k + 1}`,
          createdAt,
        })),
      );
  });
  const first = await threadView(people.ana, await getPipeline(people.ana, id), EN);
  expect(first).toMatchObject({ page: 1, pages: 250, total: 5_000 });
  expect(first.notes.map(({ text }) => text).slice(0, 2)).toEqual(['Note 5000', 'Note 4999']);
  expect(first.notes).toHaveLength(20);
  const last = await threadView(people.ana, await getPipeline(people.ana, id), EN, 999);
  expect([last.page, last.notes.at(-1)!.text]).toEqual([250, 'Note 1']);
});
