export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Returns a pattern's alternatives. The longest comes first, as others may be part of it. */
export function buildAlternatives(
  texts: readonly string[],
  escape: (text: string) => string = escapePattern,
): string {
  return [...texts]
    .sort((a, b) => b.length - a.length)
    .map(escape)
    .join('|');
}

/** Splits a text at separators, but keeps what `whole` matches, which has one group. */
export function splitAround(text: string, separator: RegExp, whole: RegExp): string[] {
  // Splitting by one group puts its matches in every second part.
  return text.split(whole).flatMap((part, i) => (i % 2 ? [part] : part.split(separator)));
}
