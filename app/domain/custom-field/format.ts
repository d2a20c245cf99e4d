import type { CustomFieldValue, MoneyValue } from '#db/schema';
import type { FieldDefinition, Person } from './values';

export function formatCustomFieldValue(
  { kind }: FieldDefinition,
  value: CustomFieldValue,
  people: Person[],
): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatExactNumber(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return formatMoney(value);
  if (kind !== 'person') return value;
  return people.find(({ id }) => id === value)?.name ?? 'a deleted account';
}

export function toControlValue(value: CustomFieldValue): string | string[] {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || Array.isArray(value) ? value : formatMoney(value);
}

export function formatExactNumber(value: number): string {
  const plain = String(value);
  return plain.includes('e') ? plain : value.toLocaleString('en', { maximumFractionDigits: 20 });
}

/** Matches '1.200', which is 1200 in an amount (rule 4.29). */
export const POINT_BEFORE_THREE_DIGITS = /^[1-9]\d{0,2}\.\d{3}$/;

/** Writes a fourth decimal after three, as 'EUR 1.234' is read as 1234. */
function formatMoney({ amount, currency }: MoneyValue): string {
  const exact = formatExactNumber(amount);
  return `${currency} ${POINT_BEFORE_THREE_DIGITS.test(exact) ? `${exact}0` : exact}`;
}
