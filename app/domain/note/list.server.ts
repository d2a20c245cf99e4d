import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { deals, notes, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { getDisplayName } from '~/domain/person/names';
import { sortByIds } from '~/domain/sort-by-ids';
import { personColumns } from '~/domain/user/columns.server';
import { visibleTo } from '~/domain/visibility.server';
import { notFound } from '~/errors';
import type { Excerpt } from './excerpt';

export const noteColumns = {
  id: notes.id,
  dealId: notes.dealId,
  text: notes.text,
  authorId: notes.authorId,
  authorName: notes.authorName,
  user: personColumns,
  createdAt: notes.createdAt,
  editedAt: notes.editedAt,
};

export type ListedNote = Awaited<ReturnType<typeof listNotesByIds>>[number];

export async function listNoteIds(viewer: Viewer, dealId: number): Promise<number[]> {
  await assertDealReadable(viewer, dealId);
  const rows = await db
    .select({ id: notes.id })
    .from(notes)
    .where(eq(notes.dealId, dealId))
    .orderBy(desc(notes.id));
  return rows.map(({ id }) => id);
}

export async function getNote(viewer: Viewer, dealId: number, id: number): Promise<ListedNote> {
  await assertDealReadable(viewer, dealId);
  const [note] = await listNotesByIds([id]);
  if (note?.dealId !== dealId) throw notFound('Note not found');
  return note;
}

export async function listNotesByIds(ids: number[], tx: Db = db, where?: SQL) {
  const rows = await tx
    .select({ ...noteColumns, companyName: deals.companyName })
    .from(notes)
    .innerJoin(deals, eq(deals.id, notes.dealId))
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(and(inArray(notes.id, ids), where));
  return sortByIds(ids, rows);
}

export async function listNoteExcerpts(
  viewer: Viewer,
  ids: number[],
  toExcerpt: (text: string) => Excerpt,
) {
  if (!ids.length) return [];
  const rows = await listNotesByIds(ids, db, visibleTo(viewer));
  return rows.map((note) => ({
    id: note.id,
    dealId: note.dealId,
    companyName: note.companyName,
    excerpt: toExcerpt(note.text),
    author: getAuthorName(note),
    at: note.createdAt,
  }));
}

export type NoteExcerpt = Awaited<ReturnType<typeof listNoteExcerpts>>[number];

export function getAuthorName({
  user,
  authorName,
}: Pick<ListedNote, 'user' | 'authorName'>): string {
  return user ? getDisplayName(user) : authorName;
}
