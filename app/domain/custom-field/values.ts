import type { CustomField, CustomFieldValue, CustomFieldValues } from '#db/schema';

/** What an edit says of own fields, by key; null clears. */
export type CustomFieldValueChanges = Record<string, CustomFieldValue | null>;

export function applyValueChanges(
  before: CustomFieldValues,
  changes: CustomFieldValueChanges = {},
): CustomFieldValues {
  const values = Object.entries({ ...before, ...changes });
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as CustomFieldValues;
}

/** An account's id: nobody searches for it. */
const USER_ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The texts, links and choices, for the search. */
export function listSearchableTexts(values: CustomFieldValues = {}): string[] {
  return Object.values(values)
    .flatMap((value) => value as string)
    .filter((value) => typeof value === 'string' && !USER_ID_PATTERN.test(value));
}

/** Somebody whom a field of the kind person can name. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

export type FieldDefinition = Pick<CustomField, 'kind' | 'options'>;
