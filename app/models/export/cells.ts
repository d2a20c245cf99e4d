import type { FieldValue, OwnField } from '#db/schema';
import { type Person, shownOwn } from '~/models/field/values';
import type { Cell } from '~/models/workbook';
import { PIPELINE_FIELDS, valueLabel } from '~/models/pipeline/fields';

const kinds = new Map<string, string>(PIPELINE_FIELDS.map(({ key, kind }) => [key, kind]));

/** A date cell; text for days outside Excel's calendar. */
export function dayCell(day: string): Cell {
  return day >= '1900-03-01' ? new Date(`${day}T00:00:00Z`) : day;
}

/** The same for an own field: a person by email, whom an import finds again. */
export function ownCell(field: OwnField, value: FieldValue, people: Person[]): Cell {
  if (value === null || typeof value === 'number') return value;
  if (field.kind === 'day') return dayCell(value as string);
  if (field.kind !== 'person') return shownOwn(field, value, people);
  return people.find(({ id }) => id === value)?.email ?? String(value);
}

/** What stands in an export for a value of a deal or an evaluation. */
export function exportedCell(key: string, value: FieldValue): Cell {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return typeof value === 'number' ? value : null;
  return kinds.get(key) === 'day' ? dayCell(value) : valueLabel(key, value);
}
