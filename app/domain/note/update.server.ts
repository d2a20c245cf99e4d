import { and, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { deals, type Note, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { noteEvent, recordHistory } from '~/domain/history/record.server';
import { readableBy } from '~/domain/visibility.server';
import { conflict, forbidden, notFound } from '~/errors';
import { updateMentions } from './save-mentions.server';

const ownNoteColumns = { note: notes, companyName: deals.companyName };

export async function getOwnNote(viewer: Viewer, id: number, dealId?: number, tx: Db = db) {
  const isNote = and(eq(notes.id, id), dealId === undefined ? undefined : eq(notes.dealId, dealId));
  const [row] = await tx
    .select(ownNoteColumns)
    .from(notes)
    .innerJoin(deals, eq(deals.id, notes.dealId))
    .where(and(isNote, readableBy(viewer)));
  if (!row) throw notFound('Note not found');
  if (row.note.authorId !== viewer.id) throw forbidden('Only the author of a note may change it.');
  return row;
}

export function getNoteVersion({ editedAt }: Pick<Note, 'editedAt'>): number {
  return editedAt?.getTime() ?? 0;
}

export async function updateNote(
  viewer: Viewer,
  id: number,
  text: string,
  { version, dealId }: { version?: number; dealId?: number } = {},
): Promise<void> {
  await transaction(async (tx) => {
    const { note, companyName } = await getOwnNote(viewer, id, dealId, tx);
    if (note.text === text) return;
    if (version !== undefined && version !== getNoteVersion(note))
      throw conflict('This note has been edited since you opened it.');
    const editedAt = new Date(Math.max(Date.now(), getNoteVersion(note) + 1));
    const searchText = buildSearchText(text);
    await tx.update(notes).set({ text, searchText, editedAt }).where(eq(notes.id, id));
    await updateMentions(tx, viewer, note, [note.text, text]);
    const deal = { id: note.dealId, companyName };
    await recordHistory(tx, viewer, [noteEvent(deal, 'changed', { text: [note.text, text] })]);
  });
}
