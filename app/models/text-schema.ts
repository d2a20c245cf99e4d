import { z } from 'zod';

/** Characters that XML, and so a workbook, cannot hold: control characters, U+FFFE, U+FFFF, halves of surrogate pairs. */
const unstorable = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/u;

function text(missing: string) {
  return z.string({
    error: ({ input }) => (input === undefined || input === null ? missing : 'Please enter text'),
  });
}

function storable(text: z.ZodString, max: number) {
  return text
    .max(max, `Please use at most ${max.toLocaleString('en')} characters`)
    .refine(
      (value) => !unstorable.test(value),
      'This contains a control character that cannot be stored. Please remove it',
    );
}

/** One line of text: trimmed, and then at most `max` UTF-16 units; with a message for its absence, at least one. */
export function line(max: number, missing?: string) {
  const trimmed = storable(text(missing ?? 'Please enter text').trim(), max);
  return missing ? trimmed.min(1, missing) : trimmed;
}

/** Text of several lines, kept as it is, at most `max` UTF-16 units. */
export function lines(max: number) {
  return storable(text('Please enter text'), max);
}

/** Makes a field clearable: null and the empty text are null; a missing key stays missing. */
export function clearable<T extends z.ZodType<string>>(schema: T) {
  return schema
    .nullable()
    .transform((value) => value || null)
    .optional();
}
