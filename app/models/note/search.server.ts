import { and, desc, eq, inArray } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { contains, isInTime, readSearch, searchIds } from '~/models/search.server';
import { visibleTo } from '~/models/visibility.server';
import { excerptOf } from './excerpt';
import { authorOf } from './list.server';

/** The newest notes of visible deals with the text in them (rules 18.18 and 18.19). */
export async function searchNotes(viewer: Viewer, typed: string, limit: number) {
  const search = readSearch(typed);
  if (!search) return [];
  const found = db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(visibleTo(viewer), isInTime(notes.id), contains(notes.searchText, search)))
    .orderBy(desc(notes.id))
    .limit(limit);
  const ids = await searchIds(viewer, ['notes', search, limit], found);
  if (!ids.length) return [];
  const rows = await db
    .select({
      note: notes,
      companyName: pipelines.companyName,
      user: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(and(inArray(notes.id, ids), visibleTo(viewer)))
    .orderBy(desc(notes.id));
  return rows.map(({ note, companyName, user }) => ({
    id: note.id,
    pipelineId: note.pipelineId,
    companyName,
    excerpt: excerptOf(note.text, note.searchText, search),
    author: authorOf({ ...note, user }),
    at: note.createdAt,
  }));
}
export type FoundNote = Awaited<ReturnType<typeof searchNotes>>[number];
