import { z } from 'zod';
import { lines } from '~/models/text-schema';

export const NOTE_LIMIT = 10_000;

/** A note as it is kept: plain text with its line breaks and spaces. */
export const NoteText = lines(NOTE_LIMIT).refine((text) => text.trim(), {
  error: 'Please enter a note',
});

export const NoteInput = z.object({ text: NoteText });
export const NOTE_FORM = { text: ['text', 'submission', 'back'] } as const;
/** The form on the page of one note. */
export const EDIT_NOTE_FORM = { text: ['text', 'version', 'back', 'intent'] } as const;
