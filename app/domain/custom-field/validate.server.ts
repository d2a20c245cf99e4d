import type { Db } from '#db/client';
import type { CustomFieldValues } from '#db/schema';
import { isSameValue } from '~/domain/history/field-value';
import { type FieldError, invalid } from '~/errors';
import { isActiveField, queryCustomFields } from './list.server';
import { isSelectablePerson } from './people.server';
import { createValueSchema } from './value-schema';
import type { CustomFieldValueChanges } from './values';

const MAX_REPORTED_KEY_LENGTH = 100;

/**
 * Validates values from the API; stored ones stay valid. Without `before`, required fields must be
 * set. Throws 400 with `fields.KEY`.
 */
export async function validateCustomFieldValues(
  tx: Db,
  input: Record<string, unknown> = {},
  before?: CustomFieldValues,
): Promise<CustomFieldValueChanges> {
  const active = (await queryCustomFields(tx)).filter(isActiveField);
  const byKey = new Map(active.map((field) => [field.key, field]));
  const errors: FieldError[] = [];
  const checked = new Map<string, CustomFieldValueChanges[string]>();
  for (const [key, value] of Object.entries(input)) {
    const field = byKey.get(key);
    const addError = (message: string) =>
      errors.push({ path: `fields.${key.slice(0, MAX_REPORTED_KEY_LENGTH)}`, message });
    if (!field) addError('There is no such field');
    else if (value === null) checked.set(key, null);
    else if (before?.[key] === undefined || !isSameValue(value, before[key])) {
      const { data, error } = createValueSchema(field, before?.[key]).safeParse(value);
      if (error) addError(error.issues[0]!.message);
      else if (field.kind === 'person' && !(await isSelectablePerson(tx, data as string)))
        addError('Please choose a person who can log in');
      else checked.set(key, data === '' || (Array.isArray(data) && !data.length) ? null : data);
    }
  }
  const hasError = (path: string) => errors.some((error) => error.path === path);
  for (const { key, name, isRequired } of before ? [] : active)
    if (isRequired && !hasError(`fields.${key}`) && (checked.get(key) ?? null) === null)
      errors.push({ path: `fields.${key}`, message: `${name} is required` });
  if (errors.length) throw invalid(errors);
  return Object.fromEntries(checked);
}
