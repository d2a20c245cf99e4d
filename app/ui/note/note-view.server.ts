import { formatDateTime } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import type { NotesPage } from '~/domain/note/thread.server';

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
