import { and, eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { type Deal, deals, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { noteEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { readableBy } from '~/domain/visibility.server';
import { getOwnNote } from './update.server';

export async function deleteNote(viewer: Viewer, id: number, dealId?: number): Promise<void> {
  await transaction(async (tx) => {
    await getOwnNote(viewer, id, dealId, tx);
    await deleteOwnNotes(tx, viewer, [id]);
  });
}

export async function deleteOwnNotes(
  tx: Db,
  viewer: Viewer,
  ids: number[],
  written?: Operation,
): Promise<number> {
  let deleted = 0;
  for await (const chunk of iterateChunks(ids)) {
    const matches = await tx
      .select({ id: notes.id, text: notes.text, deal: deals })
      .from(notes)
      .innerJoin(deals, eq(deals.id, notes.dealId))
      .where(and(inArray(notes.id, chunk), eq(notes.authorId, viewer.id), readableBy(viewer)));
    await deleteNotes(tx, viewer, matches, written);
    deleted += matches.length;
  }
  return deleted;
}

interface NoteOfDeal {
  id: number;
  text: string;
  deal: Pick<Deal, 'id' | 'companyName'>;
}

/** Deletes notes, whoever wrote them, and records it. */
export async function deleteNotes(
  tx: Db,
  viewer: Viewer,
  rows: NoteOfDeal[],
  operation?: Operation,
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.delete(notes).where(inArray(notes.id, ids));
  const events = rows.map(({ deal, text }) => noteEvent(deal, 'deleted', { text: [text, null] }));
  await recordHistory(tx, viewer, events, operation);
}
