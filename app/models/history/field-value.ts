/**
 * Whether a field has the same value. Nothing, an empty text and an empty list are the same, and so
 * are the line ends of a browser and of a program.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainLines(value) || null;
  return Array.isArray(value) && !value.length ? null : (value ?? null);
}

export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
