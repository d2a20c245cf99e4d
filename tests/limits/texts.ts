import { randomFillSync } from 'node:crypto';

/** A text of exactly so many characters in words that no other text has, which nothing makes short. */
export function longText(length: number): string {
  const letters = randomFillSync(new Uint8Array(length));
  let text = '';
  for (let i = 0; i < length; i++)
    text += i % 8 === 7 ? ' ' : String.fromCharCode(97 + (letters[i]! % 26));
  return text;
}

/** A letter under so many marks that the text has exactly `length` characters, as older versions took it. */
export function markedText(length: number): string {
  return `a${'\u0301\u0323'.repeat(length)}`.slice(0, length);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
