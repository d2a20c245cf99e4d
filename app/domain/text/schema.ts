import { z } from 'zod';
import { hasLongMarkRun } from '#db/fold';
import { isBlank, isStorable } from './text';

/**
 * Dropped when a text is saved: signs that make the text after them run the other way, which a person
 * who copies one never sees, and U+007F, which a workbook loses.
 */
const DROPPED_CHARACTERS = /[\u007f\u202a-\u202e]/g;
/** Line breaks as presentations, text documents and chats copy them. */
const LINE_BREAKS = /[\v\f\u0085\u2028\u2029]/g;

function textSchema(missing: string, lineBreak: '\n' | ' ') {
  return z
    .string({
      error: ({ input }) => (input === undefined || input === null ? missing : 'Please enter text'),
    })
    .overwrite((typed) => typed.replace(DROPPED_CHARACTERS, '').replace(LINE_BREAKS, lineBreak));
}

function storableSchema(text: z.ZodString, max: number) {
  return text
    .max(max, {
      error: `Please use at most ${max.toLocaleString('en')} characters`,
      // A text that is too long is not searched for control characters.
      abort: true,
    })
    .refine((typed) => !hasLongMarkRun(typed), {
      error:
        'This contains more than 30 combining marks (such as accents) in a row. Please remove some',
      // Normalizing it would take long.
      abort: true,
    })
    .refine(
      isStorable,
      'This contains a control character that cannot be stored. Please remove it',
    );
}

/**
 * A trimmed single-line text of at most `max` UTF-16 code units; required if there is a message for
 * the `missing` value.
 */
export function lineSchema(maxLength: number, missing?: string) {
  const trimmed = storableSchema(
    textSchema(missing ?? 'Please enter text', ' ')
      .trim()
      .overwrite((typed) => (isBlank(typed) ? '' : typed)),
    maxLength,
  );
  return missing ? trimmed.min(1, missing) : trimmed;
}

/** An untrimmed multi-line text of at most `max` UTF-16 code units; empty if nothing in it is seen. */
export function multilineSchema(maxLength: number) {
  const seen = textSchema('Please enter text', '\n').overwrite((typed) =>
    typed.trim() && isBlank(typed) ? '' : typed,
  );
  return storableSchema(seen, maxLength);
}

/** Null and the empty string become null; a missing key stays missing. */
export function clearable<T extends z.ZodType<string>>(schema: T) {
  return schema
    .nullable()
    .transform((value) => value || null)
    .optional();
}
