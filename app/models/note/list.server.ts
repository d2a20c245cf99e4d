import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { notes, pipelines, users } from '#db/schema';
import { isInCharge, type Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { sortByIds } from '~/models/pipeline/list.server';
import { checkVisible, type SeenDeal } from '~/models/pipeline/write.server';
import { displayName } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { notFound } from '~/refusal';
import type { Excerpt } from './excerpt';
import { mentionable, mentionReader } from './mention.server';
import { personColumns } from '~/models/user/columns.server';

export const NOTES_PER_PAGE = 20;

const noteColumns = {
  id: notes.id,
  pipelineId: notes.pipelineId,
  text: notes.text,
  authorId: notes.authorId,
  authorName: notes.authorName,
  user: personColumns,
  createdAt: notes.createdAt,
  editedAt: notes.editedAt,
};
export type ListedNote = Awaited<ReturnType<typeof notesByIds>>[number];

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

/** Notes with their deals' names, in the order of `ids`. `from` may be a snapshot; `where` is of the deals. */
export async function notesByIds(ids: number[], from: Db = db, where?: SQL) {
  const rows = await from
    .select({ ...noteColumns, companyName: pipelines.companyName })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(and(inArray(notes.id, ids), where));
  return sortByIds(ids, rows);
}

/** Those of these notes that the viewer sees, with a part of each. */
export async function noteLines(viewer: Viewer, ids: number[], partOf: (text: string) => Excerpt) {
  if (!ids.length) return [];
  const rows = await notesByIds(ids, db, visibleTo(viewer));
  return rows.map((note) => ({
    id: note.id,
    pipelineId: note.pipelineId,
    companyName: note.companyName,
    excerpt: partOf(note.text),
    author: authorOf(note),
    at: note.createdAt,
  }));
}
export type ListedLine = Awaited<ReturnType<typeof noteLines>>[number];

/** The author's name now, or at the time for a deleted one. */
export function authorOf({ user, authorName }: Pick<ListedNote, 'user' | 'authorName'>): string {
  return user ? displayName(user) : authorName;
}

/**
 * 20 notes of a deal, newest first; pages count from 1. The text is plain; `mentions` are the places
 * of names in it, [from, to], `missed` other names. Throws 404 if the deal is not visible.
 */
export async function listNotes(viewer: Viewer, pipelineId: number, locale: Locale, page = 1) {
  await checkVisible(viewer, pipelineId);
  const rows = await db
    .select(noteColumns)
    .from(notes)
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(eq(notes.pipelineId, pipelineId))
    .orderBy(desc(notes.id))
    .limit(NOTES_PER_PAGE)
    .offset((page - 1) * NOTES_PER_PAGE);
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
export type NoteView = Awaited<ReturnType<typeof listNotes>>[number];

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
