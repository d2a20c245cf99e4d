import type { FieldValue } from '#db/schema';
import { formatExactNumber } from '~/domain/custom-field/format';
import type { CustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { getValueLabel } from '~/domain/deal/offered-values';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import { STATE_LABELS } from '~/domain/inbox/labels';
import { truncate } from '~/domain/text/text';
import { formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';

const SCORE_FIELDS = new Set<string>([
  ...DEAL_FIELDS.filter(({ kind }) => kind === 'score').map(({ key }) => key),
  ...EVALUATION_FIELDS,
]);

const DAY_FIELDS = new Set<string>(
  [
    DEAL_FIELDS.filter(({ kind }) => kind === 'day').map(({ key }) => key),
    ['lookAgainOn', 'shared', 'dueOn', 'until'],
  ].flat(),
);

const INBOX_STATE_LABELS = new Map<string, string>(Object.entries(STATE_LABELS));

/** Fields that are stored as true or not at all. */
const FLAGS = ['disabled', 'waived', 'archived'];

export function isDayField(field: string, customDays?: Set<string>): boolean {
  return DAY_FIELDS.has(field) || Boolean(customDays?.has(field));
}

/** Returns the text of a value; with `locale`, days are written as elsewhere on the screen. */
export function formatValue(
  field: string,
  value: FieldValue,
  formatter?: CustomFieldFormatter,
  locale?: Locale,
): string {
  // Shared pages that end at once are several days in one value.
  if (locale && value && isDayField(field, formatter?.days))
    return [value as string | string[]]
      .flat()
      .map((day) => formatDay(day, locale))
      .join(', ');
  const text = formatter?.format(field, value);
  if (text !== undefined) return text;
  if (FLAGS.includes(field)) return value ? 'yes' : 'no';
  if (value === null || value === '') return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number')
    return SCORE_FIELDS.has(field) ? value.toFixed(1) : formatExactNumber(value);
  const stored = value as string;
  if (field === 'state') return INBOX_STATE_LABELS.get(stored) ?? stored;
  return getValueLabel(field, stored);
}

export function truncateValue(value: string, maxCharacters: number): string {
  return value.length > maxCharacters ? `${truncate(value, maxCharacters)}…` : value;
}
