import { and, eq } from 'drizzle-orm';
import { notes } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { insertCollaboratorByEmail } from '~/domain/collaborator/update.server';
import { addMentionForColleague } from './save-mentions.server';

/** Lets a colleague see the deal of a note that mentions them, and tells them of the note. */
export async function addMentionedCollaborator(
  viewer: Viewer,
  { dealId, noteId }: { dealId: number; noteId: number },
  email: string,
): Promise<{ name: string }> {
  return transaction(async (tx) => {
    const added = await insertCollaboratorByEmail(tx, viewer, dealId, email);
    const [note] = await tx
      .select()
      .from(notes)
      .where(and(eq(notes.id, noteId), eq(notes.dealId, dealId)));
    if (note) await addMentionForColleague(tx, added.id, note);
    return added;
  });
}
