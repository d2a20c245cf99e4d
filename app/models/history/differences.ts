import type { ChangedFields, FieldValue } from '#db/schema';
import { isSameValue } from './field-value';

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
