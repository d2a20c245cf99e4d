import type { ValueChoice, ValueChoices } from '#db/schema';
import type { DecisionField } from '~/domain/import/preview/value-options.server';
import type { PostedForm } from '~/http/request/form.server';

export const AS_OTHERS = '';

export type ValueOthers = 'empty' | 'comment';

export interface PresetValue {
  text: string;
  cells: number;
  reason: string;
  preset: ValueChoice | undefined;
  source: 'remembered' | 'suggested' | undefined;
}

export interface PresetField extends Omit<DecisionField, 'values'> {
  values: PresetValue[];
}

export interface PresetValues {
  fields: PresetField[];
  others: ValueOthers;
  /** Changes with the values, so that choices for others are not taken for them. */
  version: string;
}

export function listOfferedChoices({
  options,
  canKeepValues,
  canAddOptions,
}: Pick<DecisionField, 'options' | 'canKeepValues' | 'canAddOptions'>): ValueChoice[] {
  return [
    { do: 'empty' },
    { do: 'comment' },
    ...(canKeepValues ? [{ do: 'keep' } as const] : []),
    ...(canAddOptions ? [{ do: 'option' } as const] : []),
    ...options.map(({ choice }) => choice),
  ];
}

export function isSameChoice(left: ValueChoice | undefined, right: ValueChoice | undefined) {
  return encodeChoice(left) === encodeChoice(right);
}

export function encodeChoice(choice: ValueChoice | undefined): string {
  if (!choice) return AS_OTHERS;
  if (choice.do === 'set') return `set:${choice.to}`;
  return choice.do === 'close' ? `close:${choice.stage}:${choice.reason}` : choice.do;
}

interface ReadValues extends Required<ValueChoices> {
  made: ValueChoices['values'];
  dropped: { field: string; text: string }[];
  typed: { name: string; field: string; text: string }[];
  shown: PresetValues;
}

export function parseValuesForm(preset: PresetValues, form: PostedForm<string>): ReadValues {
  const others = form.get('others') === 'comment' ? 'comment' : 'empty';
  const read: ReadValues = { values: [], others, made: [], dropped: [], typed: [], shown: preset };
  const fields = preset.fields.map((field, index) => ({
    ...field,
    values: field.values.map((value, i) => {
      const name = `${index}-${i}`;
      const choice = readChoice(field, name, form);
      const entry = { field: field.field, text: value.text };
      const isByPerson = value.source === 'remembered' || !isSameChoice(choice, value.preset);
      if (choice) read.values.push({ ...entry, choice });
      if (choice && isByPerson) read.made.push({ ...entry, choice });
      if (!choice && isByPerson) read.dropped.push(entry);
      if (choice?.do === 'set' && field.isTyped)
        read.typed.push({ name, field: field.field, text: choice.to });
      return { ...value, preset: choice };
    }),
  }));
  return { ...read, shown: { ...preset, others, fields } };
}

function readChoice(
  field: PresetField,
  name: string,
  form: PostedForm<string>,
): ValueChoice | undefined {
  const typed = field.isTyped ? form.get(`text-${name}`)?.trim() : '';
  if (typed) return { do: 'set', to: typed };
  const sent = form.get(`choice-${name}`) ?? AS_OTHERS;
  return listOfferedChoices(field).find((choice) => encodeChoice(choice) === sent);
}
