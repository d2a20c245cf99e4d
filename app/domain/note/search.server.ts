import { and, desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { buildSearchText } from '#db/fold';
import { deals, notes } from '#db/schema';
import type { Viewer } from '~/domain/access';
import {
  columnContains,
  isWithinTimeLimit,
  parseSearch,
  searchIds,
} from '~/domain/search/search-texts.server';
import { visibleTo } from '~/domain/visibility.server';
import { createSearchExcerpt } from './excerpt';
import { listNoteExcerpts } from './list.server';

export async function searchNotes(viewer: Viewer, input: string, limit: number) {
  const search = parseSearch(input);
  if (!search) return [];
  const matches = db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(deals, eq(deals.id, notes.dealId))
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
