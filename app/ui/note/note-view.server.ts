import type { NotesPage } from '~/domain/note/thread.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export function toNotesView(page: NotesPage, locale: Locale) {
  return {
    ...page,
    notes: page.notes.map((note) => ({
      ...note,
      at: formatDateTime(note.at, locale),
      edited: note.edited && formatDateTime(note.edited, locale),
    })),
  };
}

export type NotesView = ReturnType<typeof toNotesView>;
export type NoteView = NotesView['notes'][number];
