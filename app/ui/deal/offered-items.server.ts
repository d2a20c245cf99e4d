import type { Viewer } from '~/domain/access';
import { listAttachments } from '~/domain/attachment/list.server';
import { getAuthorName, listNoteIds, listNotesByIds } from '~/domain/note/list.server';
import { getFirstWords, truncate } from '~/domain/text/text';
import { formatDate } from '~/format/date';
import { formatFileSize } from '~/format/file-size';
import type { Locale } from '~/format/locale';

/** Caps the label of a note. Characters are capped too: a word may have 10,000. */
const MAX_NOTE_LABEL_WORDS = 15;

const MAX_NOTE_LABEL_CHARACTERS = 200;

export async function listOfferedItems(
  viewer: Viewer,
  dealId: number,
  limit: number,
  locale: Locale,
) {
  const [files, noteIds] = await Promise.all([
    listAttachments(viewer, dealId),
    listNoteIds(viewer, dealId),
  ]);
  const notes = await listNotesByIds(noteIds.slice(0, limit));
  return {
    files: files
      .slice(-limit)
      .reverse()
      .map(({ id, name, size }) => ({ value: id, label: name, details: formatFileSize(size) })),
    notes: notes.map((note) => ({
      value: note.id,
      label: truncate(getFirstWords(note.text, MAX_NOTE_LABEL_WORDS), MAX_NOTE_LABEL_CHARACTERS),
      details: `${getAuthorName(note)}, ${formatDate(note.createdAt, locale)}`,
    })),
  };
}
