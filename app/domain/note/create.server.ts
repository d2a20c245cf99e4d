import { and, eq } from 'drizzle-orm';
import { insertRows } from '#db/batch-insert';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { type Deal, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { insertManagedCollaborators } from '~/domain/collaborator/update.server';
import { getReadableDealRow } from '~/domain/deal/get.server';
import { noteEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { getDisplayName } from '~/domain/person/names';
import { listMentionedWithoutAccess } from './mention.server';
import { addMentions } from './save-mentions.server';

type NamedDeal = Pick<Deal, 'id' | 'companyName'>;

interface NoteOptions {
  submission?: string;
  addsMentioned?: boolean;
}

export async function addNote(
  viewer: Viewer,
  dealId: number,
  text: string,
  { submission, addsMentioned = false }: NoteOptions = {},
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await getReadableDealRow(tx, viewer, dealId);
    const submitted = await findSubmittedNote(tx, viewer, submission);
    if (submitted?.dealId === dealId && submitted.text === text) return submitted.id;
    // A different text comes from a page that the browser restored, not from a form sent twice.
    const form = submitted ? undefined : submission;
    if (addsMentioned)
      await insertManagedCollaborators(
        tx,
        viewer,
        dealId,
        await listMentionedWithoutAccess(tx, dealId, text),
      );
    const [id] = await insertNotes(tx, viewer, [deal], { text, submission: form });
    return id!;
  });
}

async function findSubmittedNote(tx: Db, viewer: Viewer, submission: string | undefined) {
  if (!submission) return undefined;
  const [sent] = await tx
    .select({ id: notes.id, dealId: notes.dealId, text: notes.text })
    .from(notes)
    .where(and(eq(notes.authorId, viewer.id), eq(notes.submission, submission)));
  return sent;
}

interface NewNote extends Operation {
  text: string;
  submission?: string;
  /** Leaves out mentions, for a text that no colleague wrote. */
  isQuotation?: boolean;
}

/** Adds the same note to deals that the viewer may see, within a transaction. Returns the ids in the same order. */
export async function insertNotes(
  tx: Db,
  viewer: Viewer,
  deals: NamedDeal[],
  { text, submission, isQuotation = false, ...operation }: NewNote,
): Promise<number[]> {
  const author = { authorId: viewer.id, authorName: getDisplayName(viewer) };
  const createdAt = operation.at ?? new Date();
  const searchText = buildSearchText(text);
  const ids: number[] = [];
  for await (const chunk of iterateChunks(deals)) {
    const rows = chunk.map(({ id }) => ({
      dealId: id,
      ...author,
      text,
      searchText,
      submission,
      createdAt,
    }));
    const added = await insertRows(tx, notes, rows);
    ids.push(...added);
    const named = added.map((id, n) => ({ id, dealId: chunk[n]!.id }));
    if (text.includes('@') && !isQuotation) await addMentions(tx, viewer, named, text);
    const events = chunk.map((deal) => noteEvent(deal, 'created', { text: [null, text] }));
    await recordHistory(tx, viewer, events, { ...operation, at: createdAt });
  }
  return ids;
}
