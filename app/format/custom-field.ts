import type { CustomFieldValue } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import type { FieldDefinition, Person } from '~/domain/custom-field/values';
import { formatDay } from './date';
import type { Locale } from './locale';

export function formatCustomField(
  field: FieldDefinition,
  value: CustomFieldValue,
  people: Person[],
  locale: Locale,
): string {
  return field.kind === 'day'
    ? formatDay(value as string, locale)
    : formatCustomFieldValue(field, value, people);
}
