import { recordOf } from '~/models/record';
import { roundLabel } from './options';
import { PIPELINE_FIELDS, PIPELINE_KEYS, type PipelineField, type PipelineKey } from './fields';

const byKey = new Map<string, PipelineField>(PIPELINE_FIELDS.map((field) => [field.key, field]));

export const PIPELINE_LABELS = recordOf(PIPELINE_KEYS, (key) => byKey.get(key)!.label);

export const PIPELINE_FORM_LABELS = recordOf(
  PIPELINE_KEYS,
  (key) => byKey.get(key)!.form.label ?? PIPELINE_LABELS[key],
);

export function isPipelineKey(key: string): key is PipelineKey {
  return byKey.has(key);
}

export function valueLabel(key: string, value: string): string {
  return key === 'fundingRound' ? roundLabel(value) : value;
}
