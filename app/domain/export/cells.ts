import type { CustomField, FieldValue } from '#db/schema';
import { formatCustomFieldValue } from '~/domain/custom-field/format';
import type { Person } from '~/domain/custom-field/values';
import { getValueLabel } from '~/domain/deal/offered-values';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import type { PlainCell } from './sheet';

const fieldKinds = new Map<string, string>(DEAL_FIELDS.map(({ key, kind }) => [key, kind]));

export function toDayCell(day: string): PlainCell {
  return day >= '1900-03-01' ? new Date(`${day}T00:00:00Z`) : day;
}

/** Returns the cell of a custom field. People appear by email, so that an import finds them. */
export function toCustomFieldCell(
  field: CustomField,
  value: FieldValue,
  people: Person[],
): PlainCell {
  if (value === null || typeof value === 'number') return value;
  if (field.kind === 'day') return toDayCell(value as string);
  if (field.kind !== 'person') return formatCustomFieldValue(field, value, people);
  return people.find(({ id }) => id === value)?.email ?? String(value);
}

export function toExportCell(key: string, value: FieldValue): PlainCell {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return typeof value === 'number' ? value : null;
  return fieldKinds.get(key) === 'day' ? toDayCell(value) : getValueLabel(key, value);
}
