import type { Viewer } from '~/domain/access';
import {
  parseSearch,
  isWithinTimeLimit,
  columnContains,
  searchIds,
} from '~/domain/search/search-texts.server';
import { db } from '#db/client';
import { notes, deals } from '#db/schema';
import { eq, and, desc } from 'drizzle-orm';
import { visibleTo } from '~/domain/visibility.server';
import { listNoteExcerpts } from './list.server';
import { createSearchExcerpt } from './excerpt';
import { buildSearchText } from '#db/fold';

/** The newest notes of visible deals with the text in them (rules 18.18 and 18.19). */
export async function searchNotes(viewer: Viewer, input: string, limit: number) {
  const search = parseSearch(input);
  if (!search) return [];
  const matches = db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(deals, eq(deals.id, notes.pipelineId))
    .where(
      and(visibleTo(viewer), isWithinTimeLimit(notes.id), columnContains(notes.searchText, search)),
    )
    .orderBy(desc(notes.id))
    .limit(limit);
  const ids = await searchIds(viewer, ['notes', search, limit], matches);
  return listNoteExcerpts(viewer, ids, (text) =>
    createSearchExcerpt(text, buildSearchText(text), search),
  );
}
