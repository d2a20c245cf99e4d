import { and, desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { searchTextOf } from '#db/fold';
import { mentions, notes, pipelines } from '#db/schema';
import type { Viewer } from '~/models/access';
import { contains, isInTime, readSearch, searchIds } from '~/models/search.server';
import { visibleTo } from '~/models/visibility.server';
import { excerptAt, excerptOf } from './excerpt';
import { noteLines } from './list.server';
import { mentionFinder } from './mentions';

/** The newest notes of visible deals with the text in them (rules 18.18 and 18.19). */
export async function searchNotes(viewer: Viewer, typed: string, limit: number) {
  const search = readSearch(typed);
  if (!search) return [];
  const matches = db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(visibleTo(viewer), isInTime(notes.id), contains(notes.searchText, search)))
    .orderBy(desc(notes.id))
    .limit(limit);
  const ids = await searchIds(viewer, ['notes', search, limit], matches);
  return noteLines(viewer, ids, (text) => excerptOf(text, searchTextOf(text), search));
}

/** Notes that mention the viewer, of deals that they see and have not opened since; newest first. */
export async function listMentions(viewer: Viewer, limit: number) {
  const rows = await db
    .select({ id: mentions.noteId })
    .from(mentions)
    .innerJoin(notes, eq(notes.id, mentions.noteId))
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(eq(mentions.userId, viewer.id), visibleTo(viewer)))
    .orderBy(desc(mentions.noteId))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const find = mentionFinder([viewer]);
  return noteLines(viewer, ids, (text) => {
    const [mention] = find(text);
    return excerptAt(text, mention?.start ?? 0, mention?.end ?? 0);
  });
}
