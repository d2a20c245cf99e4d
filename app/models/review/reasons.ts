import { counted, firstWords, shortName, truncated } from '~/models/text';

/** Why a deal is in a section of the review. */

/** `day` is when it was set, as it is shown. */
export function urgentReason(day: string | undefined, daysAgo: number): string {
  if (!day) return 'ASAP';
  return daysAgo > 0 ? `ASAP since ${day}, ${counted(daysAgo, 'day')}` : 'ASAP since today';
}

export function newReason(day: string, by: Parameters<typeof shortName>[0] | undefined): string {
  return by ? `added ${day} by ${shortName(by)}` : `added ${day}`;
}

export function movedReason(from: number | null, to: number | null): string {
  return [from, to].map((score) => score?.toFixed(1) ?? 'none').join(' → ');
}

const WORDS = 15;
/** For scripts without spaces, and for addresses. */
const CHARACTERS = 160;

/** `count` is the number of notes in the period. */
export function notedReason({
  text,
  author,
  count,
}: Record<'text' | 'author', string> & { count: number }): string {
  const words = firstWords(text, WORDS);
  const shown = words.length > CHARACTERS ? `${truncated(words, CHARACTERS)}...` : words;
  return `${author}: ${shown}${count > 1 ? ` (${counted(count, 'note')})` : ''}`;
}

export function quietReason(daysAgo: number): string {
  return `quiet for ${counted(daysAgo, 'day')}`;
}

export function unevaluatedReason(day: string): string {
  return `not evaluated, added ${day}`;
}
