import type { CustomField, Deal } from '#db/schema';
import { toControlValue } from '~/domain/custom-field/format';
import { pickActiveValues } from '~/domain/custom-field/json';
import { type CustomFieldName, toCustomFieldName } from '~/domain/custom-field/names';
import { DEAL_KEYS, type DealKey } from '~/domain/deal-field/fields';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { buildRecord } from '~/domain/record';
import type { DealInput, STAGE_FORM_FIELDS } from './schema';

export type FormField = DealKey | CustomFieldName | (typeof STAGE_FORM_FIELDS)[number];
export type DealFormValues = Partial<Record<FormField, string | string[] | null>>;

type StoredDeal = Required<Omit<DealInput, 'fields'>> & Pick<Deal, 'fields'>;

function toFormValue(value: Deal[DealKey] | undefined): string | string[] | null {
  if (typeof value === 'string') return normalizeLineEnds(value);
  return typeof value === 'number' ? String(value) : (value ?? null);
}

export function toDealFormValues(stored: StoredDeal, customFields: CustomField[]): DealFormValues {
  const values = Object.entries(pickActiveValues(stored.fields, customFields));
  return {
    ...buildRecord(DEAL_KEYS, (field) => toFormValue(stored[field])),
    stage: stored.stage,
    ...Object.fromEntries(
      values.map(([key, value]) => [toCustomFieldName(key), toControlValue(value)]),
    ),
  };
}
