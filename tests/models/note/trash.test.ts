import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { db } from '#db/client';
import { mentions, notes, trash } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { restore, restoreDeleted } from '~/models/trash/restore.server';
import { deletePipeline, deletePipelines, purgeTrash } from '~/models/trash/delete.server';
import { countTrash, deletedView, listTrash } from '~/models/trash/list.server';
import { listMentions } from '~/models/note/mention.server';
import { searchNotes } from '~/models/note/search.server';
import { addNote } from '~/models/note/write.server';
import { addUser } from '~/models/user/administer.server';
import { type Cast, cast } from '../../support/cast';
import { addPipeline, clearDeals, storedPipeline } from '../../support/pipelines';
import { deleteUser } from '~/models/trash/delete-users.server';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(async () => {
  await clearDeals();
  await transaction(async (tx) => tx.delete(trash));
});

const EN = { language: 'en', timeZone: 'UTC' };
const all = () => db.select().from(notes).orderBy(notes.id);
const latest = async () => (await listTrash(people.maren, { limit: 1, offset: 0 }))[0]!;

/** Notes by two authors, one of them edited, more than one row of the trash holds. */
async function addNotes(id: number, count = 60, other: Viewer = people.ana): Promise<void> {
  for (let n = 0; n < count; n++)
    await addNote(n % 2 ? other : people.tomas, id, `Note ${n} @Maren`, crypto.randomUUID());
  await transaction(async (tx) => tx.update(notes).set({ editedAt: new Date(5) }));
}

test('a deleted deal takes its notes along, and brings them back as they were, mentions too (rule 18.15)', async () => {
  const id = await addPipeline(people.ana);
  await addNotes(id);
  const before = await all();
  const noted = (await storedPipeline(id))!.notedAt;
  const { entries } = await deletePipeline(people.ana, id);
  expect([await all(), await db.$count(mentions)]).toEqual([[], 0]);
  expect(await searchNotes(people.maren, 'Note', 5)).toEqual([]);
  expect(await countTrash(people.maren)).toBe(1);
  expect((await deletedView(people.ana, new URLSearchParams(), EN)).entries).toHaveLength(1);
  expect((await deletedView(people.maren, new URLSearchParams(), EN)).entries).toHaveLength(0);
  expect(await restoreDeleted(people.ana, entries)).toEqual({ restored: ['Acme'], kept: [] });
  expect(await all()).toEqual(before.map((note) => ({ ...note, submission: null })));
  expect((await storedPipeline(id))!.notedAt).toEqual(noted);
  expect(await listMentions(people.maren, 100)).toHaveLength(60);
  expect(await searchNotes(people.maren, 'Note 59', 5)).toHaveLength(1);
  expect(await db.$count(trash)).toBe(0);
});

test('deals with and without notes that are deleted at once come back one by one (rule 18.15)', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 4; n++) ids.push(await addPipeline(people.ana, { companyName: `Deal ${n}` }));
  await addNote(people.ana, ids[1]!, 'One');
  await addNote(people.ana, ids[3]!, 'Three');
  const before = await all();
  const { entries } = await deletePipelines(people.tomas, ids);
  expect(entries).toHaveLength(4);
  expect((await deletedView(people.tomas, new URLSearchParams(), EN)).entries).toHaveLength(4);
  const { restored, kept } = await restoreDeleted(people.tomas, entries);
  expect([restored.sort(), kept]).toEqual([['Deal 0', 'Deal 1', 'Deal 2', 'Deal 3'], []]);
  expect(await all()).toEqual(before);
});

test('so do those of a deleted user’s deals, without mentions of who is gone (rule 18.15)', async () => {
  const owner = await addUser(people.maren, {
    email: 'owner@demo.example',
    password: 'a-password-of-2026',
    firstName: 'Olga',
    lastName: 'Owner',
  });
  const ids: number[] = [];
  for (let n = 0; n < 45; n++) ids.push(await addPipeline(owner));
  for (const id of [ids[0]!, ids[22]!, ids[44]!]) await addNotes(id, 55, owner);
  const elsewhere = await addPipeline(people.ana);
  await addNote(people.tomas, elsewhere, 'Not in the trash');
  const before = await all();
  await deleteUser(people.maren, owner.id);
  expect((await all()).map(({ text }) => text)).toEqual(['Not in the trash']);
  expect(await countTrash(people.maren)).toBe(1);
  const entry = await latest();
  expect(entry).toMatchObject({ name: 'owner@demo.example', deals: 45 });
  await restore(people.maren, entry.id);
  expect((await all()).map(({ submission: _, ...note }) => note)).toEqual(
    before.map(({ submission: _, ...note }) => note),
  );
  expect(await db.$count(trash)).toBe(0);
});

test('an entry of before there were notes comes back, and the purge takes those of notes too (rule 18.15)', async () => {
  const id = await addPipeline(people.ana);
  const {
    entries: [entry = 0],
  } = await deletePipeline(people.ana, id);
  const [row] = await db.select().from(trash).where(eq(trash.id, entry));
  const { notes: _, mentions: __, ...rows } = JSON.parse(row!.rows) as Record<string, unknown>;
  await transaction(async (tx) =>
    tx
      .update(trash)
      .set({ rows: JSON.stringify(rows) })
      .where(eq(trash.id, entry)),
  );
  expect(await restoreDeleted(people.ana, [entry])).toMatchObject({ restored: ['Acme'] });
  await addNote(people.ana, id, 'Gone with it');
  await deletePipeline(people.ana, id);
  await purgeTrash(new Date(Date.now() + 31 * 86_400_000));
  expect(await db.$count(trash)).toBe(0);
});
