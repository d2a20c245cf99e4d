import { splitEmailNote } from '~/domain/email/note-text';
import type { NotesPage } from '~/domain/note/thread.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export function toNotesView(page: NotesPage, locale: Locale) {
  return {
    ...page,
    notes: page.notes.map((note) => ({
      ...note,
      ...splitNote(note),
      at: formatDateTime(note.at, locale),
      edited: note.edited && formatDateTime(note.edited, locale),
    })),
  };
}

/** Notes of emails are shown without the earlier emails below them. */
function splitNote({ text, isEmail }: NotesPage['notes'][number]) {
  if (!isEmail) return { text };
  const { shown, quoted } = splitEmailNote(text);
  return { text: shown, quoted };
}

export type NotesView = ReturnType<typeof toNotesView>;
export type NoteView = NotesView['notes'][number];
