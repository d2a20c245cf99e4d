import type { Viewer } from '~/models/access';
import { formatDate, formatDay, type Locale } from '~/models/dates';
import { listFiles } from '~/models/file/files.server';
import { sizeText } from '~/models/file/schema';
import { authorOf, listNoteIds, notesByIds } from '~/models/note/list.server';
import { MOST_SHARED, today, usualEnd } from '~/models/share/schema';
import { getShareable, type ListedShare, listShares } from '~/models/share/shares.server';
import { counted, firstWords, truncated } from '~/models/text';

/** Words of a note that tell it from others, and characters: a word may have 10,000. */
const TOLD_WORDS = 15;
const TOLD_LENGTH = 200;
/** Days with openings that are listed of a page, the latest. */
const SHOWN_DAYS = 30;

/** The pages of a deal for outsiders, and what can be put on a new one. Throws 403 and 404. */
export async function sharesView(viewer: Viewer, id: number, locale: Locale) {
  const { companyName } = await getShareable(viewer, id);
  const [shares, files, noteIds] = await Promise.all([
    listShares(viewer, id),
    listFiles(viewer, id),
    listNoteIds(viewer, id),
  ]);
  const notes = await notesByIds(noteIds.slice(0, MOST_SHARED));
  return {
    pipelineId: id,
    company: companyName,
    today: today(),
    usualEnd: usualEnd(),
    shares: shares.map((share) => shareLine(share, locale)),
    files: files
      .slice(-MOST_SHARED)
      .reverse()
      .map(({ id, name, size }) => ({ value: id, label: name, details: sizeText(size) })),
    notes: notes.map((note) => ({
      value: note.id,
      label: truncated(firstWords(note.text, TOLD_WORDS), TOLD_LENGTH),
      details: `${authorOf(note)}, ${formatDate(note.createdAt, locale)}`,
    })),
  };
}
export type SharesView = Awaited<ReturnType<typeof sharesView>>;

function shareLine(share: ListedShare, locale: Locale) {
  const { id, until, facts, evaluation, files, notes, openings } = share;
  const parts = [
    facts && 'facts',
    evaluation && 'evaluation',
    files.length > 0 && counted(files.length, 'file'),
    notes.length > 0 && counted(notes.length, 'note'),
  ].filter((part) => part !== false);
  return {
    id,
    until: formatDay(until, locale),
    isOver: until < today(),
    made: formatDate(share.createdAt, locale),
    parts: parts.join(', ') || 'name only',
    opened: openings.reduce((all, { count }) => all + count, 0),
    openings: openings
      .slice(-SHOWN_DAYS)
      .map(({ day, count }) => `${formatDay(day, locale)}: ${count}`),
  };
}
