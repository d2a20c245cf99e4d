import { recordOf } from '~/models/record';
import { PIPELINE_KEYS, type PipelineKey } from './fields';
import type { PipelineInput } from './schema';

/** Edit conflicts (rule 3.19). */

/** The deal's values in the form. */
export type PipelineValues = Partial<Record<PipelineKey, string | string[] | null>>;

/** A field that two people changed. */
export interface Clash {
  field: PipelineKey;
  mine: string;
  theirs: string;
}

type Stored = Required<PipelineInput>;

/** The value as the form would send it. */
function typed(stored: PipelineInput, field: PipelineKey): string | string[] | null {
  const value = stored[field] ?? null;
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  return typeof value === 'number' ? String(value) : value;
}

export function formValues(stored: Stored): PipelineValues {
  return recordOf(PIPELINE_KEYS, (field) => typed(stored, field));
}

const shown = (value: string | string[] | null) =>
  Array.isArray(value) ? value.join(', ') : (value ?? '');

/** The fields whose typed and stored values differ. */
export function clashesOf(mine: PipelineInput, theirs: Stored): Clash[] {
  const valueOf = (pipeline: PipelineInput, field: PipelineKey) => shown(typed(pipeline, field));
  return PIPELINE_KEYS.filter((field) => field in mine)
    .map((field) => ({ field, mine: valueOf(mine, field), theirs: valueOf(theirs, field) }))
    .filter((clash) => clash.mine !== clash.theirs);
}

/** Replaces typed values by stored ones in the fields where the user chose so. */
export function takeTheirs<Form extends FormData>(form: Form, stored: Stored): Form {
  for (const field of PIPELINE_KEYS) {
    if (form.get(`take-${field}`) !== 'theirs') continue;
    form.delete(field);
    for (const value of [typed(stored, field) ?? []].flat()) form.append(field, value);
  }
  return form;
}
