import type { Viewer } from '~/models/access';
import { formatShortDate, type Locale } from '~/models/dates';
import type { ListedLine } from '~/models/note/list.server';
import { listMentions, searchNotes } from '~/models/note/search.server';
import { searchTerm } from '~/models/text';

/** Notes on the review page: those that mention the viewer, and those that are searched for. */

export const MOST_MENTIONS = 20;
const MOST_HITS = 50;

function noteView(note: ListedLine, locale: Locale) {
  const { id, pipelineId, companyName: company, author, at, excerpt } = note;
  return { id, pipelineId, company, author, at: formatShortDate(at, locale), excerpt };
}
export type NoteLine = ReturnType<typeof noteView>;

export async function mentionsView(viewer: Viewer, locale: Locale) {
  const mentions = await listMentions(viewer, MOST_MENTIONS + 1);
  const list = mentions.slice(0, MOST_MENTIONS).map((note) => noteView(note, locale));
  return { list, hasMore: mentions.length > MOST_MENTIONS };
}
export type MentionsView = Awaited<ReturnType<typeof mentionsView>>;

/** Undefined where nothing was searched for. */
export async function noteHits(viewer: Viewer, typed: string | null, locale: Locale) {
  const search = searchTerm(typed ?? '');
  if (!search) return undefined;
  const hits = await searchNotes(viewer, search, MOST_HITS + 1);
  const list = hits.slice(0, MOST_HITS).map((note) => noteView(note, locale));
  return { search, list, hasMore: hits.length > MOST_HITS };
}
export type NoteHits = NonNullable<Awaited<ReturnType<typeof noteHits>>>;
