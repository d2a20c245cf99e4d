import type { FieldChanges, FieldValue } from '#db/schema';

/** Treats null, an empty text and an empty list as the same value, and all line ends. */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(normalizeValue(left)) === JSON.stringify(normalizeValue(right));
}

function normalizeValue(value: unknown): unknown {
  if (typeof value === 'string') return normalizeLineEnds(value) || null;
  return Array.isArray(value) && !value.length ? null : (value ?? null);
}

export function normalizeLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

type Fields = Partial<Record<string, unknown>>;

export function diffFields(fields: readonly string[], before: Fields, after: Fields): FieldChanges {
  const getValue = (from: Fields, field: string) => (from[field] ?? null) as FieldValue;
  const changed = fields.filter(
    (field) => !isSameValue(getValue(before, field), getValue(after, field)),
  );
  return Object.fromEntries(
    changed.map((field) => [field, [getValue(before, field), getValue(after, field)]]),
  );
}
