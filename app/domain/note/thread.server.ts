import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { assertDealVisible, type VisibleDeal } from '~/domain/deal/get.server';
import { getAuthorName, noteColumns } from './list.server';
import { createMentionParser, listMentionNames } from './mention.server';

export const NOTES_PER_PAGE = 20;

/**
 * Lists a page of 20 notes, newest first, from page 1. `mentions` are ranges `[from, to]`,
 * `unmatched` the other names.
 */
export async function listNotes(viewer: Viewer, dealId: number, page = 1) {
  await assertDealVisible(viewer, dealId);
  const rows = await db
    .select(noteColumns)
    .from(notes)
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(eq(notes.pipelineId, dealId))
    .orderBy(desc(notes.id))
    .limit(NOTES_PER_PAGE)
    .offset((page - 1) * NOTES_PER_PAGE);
  const texts = rows.map(({ text }) => text);
  const parseMentions = await createMentionParser(dealId, texts);
  return rows.map((note) => ({
    id: note.id,
    text: note.text,
    ...parseMentions(note.text),
    author: getAuthorName(note),
    at: note.createdAt,
    edited: note.editedAt ?? undefined,
    isOwn: note.authorId === viewer.id,
  }));
}

export async function getNotesPage(viewer: Viewer, deal: VisibleDeal, page = 1) {
  const dealId = deal.id;
  const total = await db.$count(notes, eq(notes.pipelineId, dealId));
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
    submission: crypto.randomUUID(),
  };
}

export type NotesPage = Awaited<ReturnType<typeof getNotesPage>>;
