import { z } from 'zod';
import { cutMarkRuns, hasLongMarkRun } from '#db/fold';
import { formatCount, isBlank, isStorable, UNSTORABLE_PATTERN } from './text';

/**
 * Drops marks that reverse the text after them, which nobody sees when copying, and U+007F, which
 * workbooks lose.
 */
const DROPPED_CHARACTERS = /[\u007f\u202a-\u202e]/g;
/** Line breaks that presentations, text documents and chats copy. */
const LINE_BREAKS = /[\v\f\u0085\u2028\u2029]/g;
/** Browsers drop these from fields of one line, which would join the words. */
const LINE_ENDS = /\r\n?|\n/g;

export function toStorableText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(LINE_BREAKS, '\n');
  const storable = lines.replace(new RegExp(UNSTORABLE_PATTERN, 'gu'), '');
  return cutMarkRuns(storable.replace(DROPPED_CHARACTERS, ''));
}

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
      // Formatted when it is needed: the first number takes 10 ms, also in the process of each file.
      error: () => `Please use at most ${formatCount(max, 'character')}`,
      // Skips the search for control characters in a text that is too long.
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
 * Accepts a trimmed single-line text of at most `maxLength` UTF-16 code units; required if
 * `missing` has a message. `keepsLineEnds` is for schemas that refuse them.
 */
export function lineSchema(
  maxLength: number,
  missing?: string,
  { keepsLineEnds = false }: { keepsLineEnds?: boolean } = {},
) {
  const trimmed = storableSchema(
    textSchema(missing ?? 'Please enter text', ' ')
      .overwrite((typed) => (keepsLineEnds ? typed : typed.replace(LINE_ENDS, ' ')))
      .trim()
      .overwrite((typed) => (isBlank(typed) ? '' : typed)),
    maxLength,
  );
  return missing ? trimmed.min(1, missing) : trimmed;
}

/**
 * Accepts an untrimmed multi-line text of at most `maxLength` UTF-16 code units; empty if nothing
 * in it is visible.
 */
export function multilineSchema(maxLength: number) {
  const seen = textSchema('Please enter text', '\n').overwrite((typed) =>
    typed.trim() && isBlank(typed) ? '' : typed,
  );
  return storableSchema(seen, maxLength);
}

export function clearable<T extends z.ZodType<string>>(schema: T) {
  return schema
    .nullable()
    .transform((value) => value || null)
    .optional();
}
