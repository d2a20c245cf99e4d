import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { formatDateTime } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { assertDealVisible, type VisibleDeal } from '~/domain/deal/get.server';
import { getAuthorName, noteColumns } from './list.server';
import { createMentionParser, listMentionNames } from './mention.server';

export const NOTES_PER_PAGE = 20;

/**
 * 20 notes of a deal, newest first; pages count from 1. The text is plain; `mentions` are the places
 * of names in it, [from, to], `missed` other names. Throws 404 if the deal is not visible.
 */
export async function listNotes(viewer: Viewer, dealId: number, locale: Locale, page = 1) {
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
    at: formatDateTime(note.createdAt, locale),
    edited: note.editedAt ? formatDateTime(note.editedAt, locale) : undefined,
    isOwn: note.authorId === viewer.id,
  }));
}

export type NoteView = Awaited<ReturnType<typeof listNotes>>[number];

/** A page of a deal's notes, and what the form to add one needs. */
export async function getNotesPage(viewer: Viewer, deal: VisibleDeal, locale: Locale, page = 1) {
  const pipelineId = deal.id;
  const total = await db.$count(notes, eq(notes.pipelineId, pipelineId));
  const pages = Math.max(1, Math.ceil(total / NOTES_PER_PAGE));
  const current = Math.min(page, pages);
  return {
    pipelineId,
    notes: await listNotes(viewer, pipelineId, locale, current),
    page: current,
    pages,
    total,
    mentionable: await listMentionNames(viewer, pipelineId),
    isInCharge: canManageDeal(viewer, deal),
    submission: crypto.randomUUID(),
  };
}

export type NotesPage = Awaited<ReturnType<typeof getNotesPage>>;
