import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { emails } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { insertAttachments } from '~/domain/attachment/add.server';
import { findOrInsertContact } from '~/domain/contact/find-or-insert.server';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { insertNotes } from '~/domain/note/create.server';
import { buildEmailNote } from './note-text';
import { findOutsider } from './outsider.server';
import type { ParsedEmail } from './parsed-email';

export interface AddedEmail {
  noteId: number;
  /** Null if nobody but colleagues wrote and received the email. */
  contactId: number | null;
  files: number[];
  isNew: boolean;
}

/**
 * Adds an email to a deal: a note, its attachments, and its contact if the deal has none with that
 * address. Throws 404, and 413 if the files are too large for the deal.
 */
export async function addEmail(
  viewer: Viewer,
  dealId: number,
  email: ParsedEmail,
): Promise<AddedEmail> {
  return transaction(async (tx) => {
    const deal = await getDealForUpdate(tx, viewer, dealId);
    const stored = await findEmail(tx, dealId, email.messageId);
    if (stored) return { ...stored, isNew: false };
    const files = await insertAttachments({ tx, viewer, deal }, email.files);
    const outsider = await findOutsider(tx, email);
    const sender = { name: outsider?.name ?? null, email: outsider?.address ?? null };
    const contactId = await findOrInsertContact({ tx, actor: viewer, deal }, sender);
    const { text } = buildEmailNote(email);
    const [noteId] = await insertNotes(tx, viewer, [deal], { text, isQuotation: true });
    const added = { noteId: noteId!, contactId, files };
    await tx.insert(emails).values({ ...added, dealId, messageId: email.messageId });
    return { ...added, isNew: true };
  });
}

async function findEmail(tx: Db, dealId: number, messageId: string) {
  const [stored] = await tx
    .select({ noteId: emails.noteId, contactId: emails.contactId, files: emails.files })
    .from(emails)
    .where(and(eq(emails.dealId, dealId), eq(emails.messageId, messageId)));
  return stored;
}
