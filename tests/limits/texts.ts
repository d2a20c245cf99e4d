import { randomFillSync } from 'node:crypto';

const LETTERS = randomWords(1_000_000);

function randomWords(length: number): string {
  const letters = randomFillSync(Buffer.alloc(length));
  const codes = letters.map((byte, i) => (i % 8 === 7 ? 32 : 97 + (byte % 26)));
  return Buffer.from(codes).toString('latin1');
}

/** A text of exactly so many characters in words, which nothing makes short. */
export function longText(length: number): string {
  const start = Math.floor(Math.random() * (LETTERS.length - length));
  const text = LETTERS.slice(start, start + length - 1);
  // No text begins or ends with a space, which a form would remove.
  return `${text.trimStart().padEnd(length - 1, 'x')}x`;
}

const ACCENTED: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** A long text with accents, which a search has to fold away in each text. */
export function accentedText(length: number): string {
  return longText(length).replace(/[aeiou]/g, (vowel) => ACCENTED[vowel]!);
}

/** A letter under so many marks that the text has exactly `length` characters, as older versions took it. */
export function markedText(length: number): string {
  return `a${'\u0301\u0323'.repeat(length)}`.slice(0, length);
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
