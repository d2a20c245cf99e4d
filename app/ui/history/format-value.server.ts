import type { FieldValue } from '#db/schema';
import type { CustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { getValueLabel } from '~/domain/deal/offered-values';
import { truncate } from '~/domain/text/text';

export function formatValue(
  field: string,
  value: FieldValue,
  formatter?: CustomFieldFormatter,
): string {
  const text = formatter?.format(field, value);
  if (text !== undefined) return text;
  if (value === null || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value.toFixed(1) : getValueLabel(field, value as string);
}

export function truncateValue(value: string, most: number): string {
  return value.length > most ? `${truncate(value, most)}…` : value;
}
