import { desc, eq, inArray } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { notes, pipelines, users } from '#db/schema';
import { isInCharge, type Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import type { Page } from '~/models/page';
import { sortByIds } from '~/models/pipeline/list.server';
import { checkVisible, type SeenDeal } from '~/models/pipeline/write.server';
import { displayName } from '~/models/text';
import { notFound } from '~/refusal';
import { mentionable, mentionReader, type Missed } from './mention.server';

export const NOTES_PER_PAGE = 20;

const noteColumns = {
  id: notes.id,
  pipelineId: notes.pipelineId,
  text: notes.text,
  authorId: notes.authorId,
  authorName: notes.authorName,
  user: { firstName: users.firstName, lastName: users.lastName, email: users.email },
  createdAt: notes.createdAt,
  editedAt: notes.editedAt,
};
export type ListedNote = Awaited<ReturnType<typeof readNotes>>[number];

/** Notes of a deal that the viewer may see, newest first. */
async function readNotes(pipelineId: number, { limit, offset }: Page) {
  return db
    .select(noteColumns)
    .from(notes)
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(eq(notes.pipelineId, pipelineId))
    .orderBy(desc(notes.id))
    .limit(limit)
    .offset(offset);
}

/** The ids of a deal's notes, newest first. Throws 404 if the deal is not visible. */
export async function listNoteIds(viewer: Viewer, pipelineId: number): Promise<number[]> {
  await checkVisible(viewer, pipelineId);
  const rows = await db
    .select({ id: notes.id })
    .from(notes)
    .where(eq(notes.pipelineId, pipelineId))
    .orderBy(desc(notes.id));
  return rows.map(({ id }) => id);
}

/** A note of a visible deal. Throws 404. */
export async function getNote(viewer: Viewer, pipelineId: number, id: number): Promise<ListedNote> {
  await checkVisible(viewer, pipelineId);
  const [note] = await notesByIds([id]);
  if (note?.pipelineId !== pipelineId) throw notFound('Note not found');
  return note;
}

/** Notes with their deals' names, in the order of `ids`. `from` may be a snapshot. */
export async function notesByIds(ids: number[], from: Db = db) {
  const rows = await from
    .select({ ...noteColumns, companyName: pipelines.companyName })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(inArray(notes.id, ids));
  return sortByIds(ids, rows);
}

/** The author's name now, or at the time for a deleted one. */
export function authorOf({ user, authorName }: Pick<ListedNote, 'user' | 'authorName'>): string {
  return user ? displayName(user) : authorName;
}

/** The text is plain; `mentions` are the places of names in it, [from, to], `missed` other names. */
export interface NoteView {
  id: number;
  text: string;
  mentions: [number, number][];
  missed: Missed[];
  author: string;
  at: string;
  /** When it was edited last. */
  edited?: string;
  isOwn: boolean;
}

/** 20 notes of a deal, newest first; pages count from 1. Throws 404 if it is not visible. */
export async function listNotes(
  viewer: Viewer,
  pipelineId: number,
  locale: Locale,
  page = 1,
): Promise<NoteView[]> {
  await checkVisible(viewer, pipelineId);
  const slice = { limit: NOTES_PER_PAGE, offset: (page - 1) * NOTES_PER_PAGE };
  const rows = await readNotes(pipelineId, slice);
  const texts = rows.map(({ text }) => text);
  const read = await mentionReader(pipelineId, texts);
  return rows.map((note) => ({
    id: note.id,
    text: note.text,
    ...read(note.text),
    author: authorOf(note),
    at: formatDateTime(note.createdAt, locale),
    edited: note.editedAt ? formatDateTime(note.editedAt, locale) : undefined,
    isOwn: note.authorId === viewer.id,
  }));
}

/** A page of a deal's notes, and what the form to add one needs. */
export async function threadView(viewer: Viewer, deal: SeenDeal, locale: Locale, page = 1) {
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
    mentionable: await mentionable(viewer, pipelineId),
    isInCharge: isInCharge(viewer, deal),
    submission: crypto.randomUUID(),
  };
}
export type ThreadView = Awaited<ReturnType<typeof threadView>>;
