import { z } from 'zod';
import { multilineSchema } from '~/domain/text/schema';
import { MAX_NOTE_LENGTH } from './limits';

export const NoteText = multilineSchema(MAX_NOTE_LENGTH).refine((text) => text.trim(), {
  error: 'Please enter a note',
});

export const NoteInput = z.object({ text: NoteText });
export const NOTE_FORM_FIELDS = { text: ['text', 'submission', 'back', 'addsMentioned'] } as const;
export const EDIT_NOTE_FORM_FIELDS = { text: ['text', 'version', 'back', 'intent'] } as const;
