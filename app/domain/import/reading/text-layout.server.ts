import { TEXT_ENCODINGS, TEXT_SEPARATORS, type TextLayout } from '#db/schema';

/** Leaves out missing and unknown values, which are detected instead. */
export function parseTextLayout(
  encoding: string | null,
  separator: string | null,
): Partial<TextLayout> {
  return {
    encoding: TEXT_ENCODINGS.find((known) => known === encoding),
    separator: TEXT_SEPARATORS.find((known) => known === separator),
  };
}
