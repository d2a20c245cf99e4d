import type { Viewer } from '~/domain/access';
import type { NoteExcerpt } from '~/domain/note/list.server';
import { searchNotes } from '~/domain/note/search.server';
import { listUnreadMentions } from '~/domain/note/unread-mentions.server';
import { MAX_MENTIONS } from '~/domain/review/get.server';
import { normalizeSearchTerm } from '~/domain/search/search-term';
import { formatShortDate } from '~/format/date';
import type { Locale } from '~/format/locale';

const MAX_NOTE_HITS = 50;

function toNoteLine(note: NoteExcerpt, locale: Locale) {
  const { id, dealId, companyName: company, author, at, excerpt } = note;
  return { id, dealId, company, author, at: formatShortDate(at, locale), excerpt };
}
export type NoteLine = ReturnType<typeof toNoteLine>;

export async function getMentionsView(viewer: Viewer, locale: Locale) {
  const mentions = await listUnreadMentions(viewer, MAX_MENTIONS + 1);
  const list = mentions.slice(0, MAX_MENTIONS).map((note) => toNoteLine(note, locale));
  return { list, hasMore: mentions.length > MAX_MENTIONS };
}
export type MentionsView = Awaited<ReturnType<typeof getMentionsView>>;

export async function findNoteHits(viewer: Viewer, typed: string | null, locale: Locale) {
  const search = normalizeSearchTerm(typed ?? '');
  if (!search) return undefined;
  const hits = await searchNotes(viewer, search, MAX_NOTE_HITS + 1);
  const list = hits.slice(0, MAX_NOTE_HITS).map((note) => toNoteLine(note, locale));
  return { search, list, hasMore: hits.length > MAX_NOTE_HITS };
}
export type NoteHits = NonNullable<Awaited<ReturnType<typeof findNoteHits>>>;
