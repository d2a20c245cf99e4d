import { asc, inArray } from 'drizzle-orm';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChildRow } from '#db/children';
import type { Db } from '#db/client';
import { mentions, type Note, notes, users } from '#db/schema';
import { searchTextOf } from '#db/fold';
import { otherRows } from './others.server';

/** Notes of deleted deals: in rows of the trash of their own, as a deal may have thousands. */

/** Notes in a row of the trash; one may have 10,000 characters. */
const CHUNK = 50;

type StoredNote = Omit<Note, 'searchText'>;
export interface NoteRows {
  notes: StoredNote[];
  mentions: (typeof mentions.$inferSelect)[];
  /** Of all other tables: see `otherRows`. */
  others: ChildRow[];
}

/** Those of these deals that have notes. */
export async function notedDeals(tx: Db, dealIds: number[]): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ id: notes.pipelineId })
    .from(notes)
    .where(inArray(notes.pipelineId, dealIds));
  return new Set(rows.map(({ id }) => id));
}

/** Deletes the notes of deals and yields them, some at a time. */
export async function* takeNotes(tx: Db, dealIds: number[]): AsyncGenerator<NoteRows> {
  for (;;) {
    const rows = await tx
      .select()
      .from(notes)
      .where(inArray(notes.pipelineId, dealIds))
      .orderBy(asc(notes.pipelineId), asc(notes.id))
      .limit(CHUNK);
    if (!rows.length) return;
    const ids = rows.map(({ id }) => id);
    const named = await tx.select().from(mentions).where(inArray(mentions.noteId, ids));
    const others = await otherRows(tx, { notes: ids });
    await tx.delete(notes).where(inArray(notes.id, ids));
    yield { notes: rows.map(({ searchText: _, ...note }) => note), mentions: named, others };
    await nextTurn();
  }
}

/** The notes as they were, with the mentions of those who are still users. */
export async function bringNotesBack(tx: Db, rows: NoteRows): Promise<void> {
  if (!rows.notes.length) return;
  // The form may have been sent again since.
  const stored = rows.notes.map((note) => ({
    ...note,
    searchText: searchTextOf(note.text),
    submission: null,
  }));
  await tx.insert(notes).values(stored);
  const named = rows.mentions.map(({ userId }) => userId);
  const known = await tx.select({ id: users.id }).from(users).where(inArray(users.id, named));
  const knownIds = new Set(known.map(({ id }) => id));
  const kept = rows.mentions.filter(({ userId }) => knownIds.has(userId));
  if (kept.length) await tx.insert(mentions).values(kept);
}
