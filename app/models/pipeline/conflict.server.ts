import type { Clash, PipelineValues } from '~/components/pipeline/pipeline-form';
import { PIPELINE_FIELDS, type PipelineField } from './fields';
import type { PipelineInput } from './schema';

/** Two people on one deal (rule 3.19): what the edit form holds, what differs, and whose version is taken. */

type Stored = Required<PipelineInput>;

/** A field as the form holds it; forms know one kind of line end. */
function typed(stored: Stored, field: PipelineField): string | string[] | null {
  const value = stored[field];
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  return typeof value === 'number' ? String(value) : value;
}

export function formValues(stored: Stored): PipelineValues {
  return Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, typed(stored, field)]));
}

const shown = (value: string | string[] | null) =>
  Array.isArray(value) ? value.join(', ') : (value ?? '');

/** The fields in which what was typed differs from what is stored by now. */
export function clashesOf(mine: Stored, theirs: Stored): Clash[] {
  return PIPELINE_FIELDS.map((field) => ({
    field,
    mine: shown(typed(mine, field)),
    theirs: shown(typed(theirs, field)),
  })).filter((clash) => clash.mine !== clash.theirs);
}

/** Puts the stored value in the place of the typed one, for each field where that was chosen. */
export function takeTheirs<Form extends FormData>(form: Form, stored: Stored): Form {
  for (const field of PIPELINE_FIELDS) {
    if (form.get(`take-${field}`) !== 'theirs') continue;
    form.delete(field);
    for (const value of [typed(stored, field) ?? []].flat()) form.append(field, value);
  }
  return form;
}
