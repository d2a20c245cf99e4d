import type { ChangedFields, FieldValue } from '#db/schema';

/**
 * Whether a field has the same value. Nothing, an empty text and an empty list are the same, and so
 * are the line ends of a browser and of a program.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  return JSON.stringify(plain(left)) === JSON.stringify(plain(right));
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return plainLines(value) || null;
  return Array.isArray(value) && !value.length ? null : (value ?? null);
}

export function plainLines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

type Fields = Partial<Record<string, unknown>>;

/** The fields that differ, each [from, to]. */
export function differences(
  fields: readonly string[],
  before: Fields,
  after: Fields,
): ChangedFields {
  const value = (from: Fields, field: string) => (from[field] ?? null) as FieldValue;
  const changed = fields.filter((field) => !isSameValue(value(before, field), value(after, field)));
  return Object.fromEntries(
    changed.map((field) => [field, [value(before, field), value(after, field)]]),
  );
}
