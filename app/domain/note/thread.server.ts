import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { emails, notes, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { assertDealReadable, type ReadableDeal } from '~/domain/deal/get.server';
import { getAuthorName, noteColumns } from './list.server';
import { createMentionParser, listMentionNames } from './mention.server';

export const NOTES_PER_PAGE = 20;

const NO_MENTIONS = { mentions: [], unmatched: [], moreUnmatched: 0 };

/**
 * Lists a page of 20 notes, newest first, from page 1. `mentions` are ranges `[from, to]`,
 * `unmatched` the other names; a text of a stranger mentions nobody.
 */
export async function listNotes(viewer: Viewer, dealId: number, page = 1) {
  await assertDealReadable(viewer, dealId);
  const rows = await db
    .select({ ...noteColumns, emailId: emails.id })
    .from(notes)
    .leftJoin(users, eq(users.id, notes.authorId))
    .leftJoin(emails, eq(emails.noteId, notes.id))
    .where(eq(notes.dealId, dealId))
    .orderBy(desc(notes.id))
    .limit(NOTES_PER_PAGE)
    .offset((page - 1) * NOTES_PER_PAGE);
  const texts = rows.filter(({ emailId }) => !emailId).map(({ text }) => text);
  const parseMentions = await createMentionParser(dealId, texts);
  return rows.map((note) => ({
    id: note.id,
    text: note.text,
    ...(note.emailId ? NO_MENTIONS : parseMentions(note.text)),
    isEmail: note.emailId !== null,
    author: getAuthorName(note),
    at: note.createdAt,
    edited: note.editedAt ?? undefined,
    isOwn: note.authorId === viewer.id,
  }));
}

export async function getNotesPage(viewer: Viewer, deal: ReadableDeal, page = 1) {
  const dealId = deal.id;
  const total = await db.$count(notes, eq(notes.dealId, dealId));
  const pages = Math.max(1, Math.ceil(total / NOTES_PER_PAGE));
  const current = Math.min(page, pages);
  return {
    dealId,
    notes: await listNotes(viewer, dealId, current),
    page: current,
    pages,
    total,
    ...(await listMentionNames(viewer, deal)),
    canManageDeal: canManageDeal(viewer, deal),
    canEditDeal: deal.canEdit,
    submission: crypto.randomUUID(),
  };
}

export type NotesPage = Awaited<ReturnType<typeof getNotesPage>>;
