import { recordOf } from '~/models/record';
import { PIPELINE_KEYS, type PipelineKey } from './fields';
import type { PipelineInput } from './schema';

/**
 * Two people on one deal (rule 3.19): what the edit form holds, what differs, and whose version is
 * taken.
 */

/** The deal as the form holds it. */
export type PipelineValues = Partial<Record<PipelineKey, string | string[] | null>>;

/** A field that two people changed: what was typed in the form and what is stored by now. */
export interface Clash {
  field: PipelineKey;
  mine: string;
  theirs: string;
}

type Stored = Required<PipelineInput>;

/** A field as the form holds it; forms know one kind of line end. */
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

/** The fields of the form in which what was typed differs from what is stored by now. */
export function clashesOf(mine: PipelineInput, theirs: Stored): Clash[] {
  const valueOf = (pipeline: PipelineInput, field: PipelineKey) => shown(typed(pipeline, field));
  return PIPELINE_KEYS.filter((field) => field in mine)
    .map((field) => ({ field, mine: valueOf(mine, field), theirs: valueOf(theirs, field) }))
    .filter((clash) => clash.mine !== clash.theirs);
}

/** Puts the stored value in the place of the typed one, for each field where that was chosen. */
export function takeTheirs<Form extends FormData>(form: Form, stored: Stored): Form {
  for (const field of PIPELINE_KEYS) {
    if (form.get(`take-${field}`) !== 'theirs') continue;
    form.delete(field);
    for (const value of [typed(stored, field) ?? []].flat()) form.append(field, value);
  }
  return form;
}
