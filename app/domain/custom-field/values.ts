import type { CustomField, CustomFieldValue, CustomFieldValues } from '#db/schema';

/** Changed values by key; null clears. */
export type CustomFieldValueChanges = Record<string, CustomFieldValue | null>;

export function applyValueChanges(
  before: CustomFieldValues,
  changes: CustomFieldValueChanges = {},
): CustomFieldValues {
  const values = Object.entries({ ...before, ...changes });
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as CustomFieldValues;
}

/** Ids of accounts are not searchable. */
const USER_ID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function listSearchableTexts(values: CustomFieldValues = {}): string[] {
  return Object.values(values)
    .flatMap((value) => value as string)
    .filter((value) => typeof value === 'string' && !USER_ID_PATTERN.test(value));
}

export interface Person {
  id: string;
  name: string;
  email: string;
}

export type FieldDefinition = Pick<CustomField, 'kind' | 'options'>;
