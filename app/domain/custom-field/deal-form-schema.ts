import { z } from 'zod';
import type { CustomField, CustomFieldValue, CustomFieldValues } from '#db/schema';
import { isBlank } from '~/domain/text/text';
import { toControlValue } from './format';
import { type CustomFieldName, toCustomFieldName } from './names';
import { createValueSchema, parseCustomFieldValue } from './value-schema';
import type { Person } from './values';

/** Validates the form's controls by name. `currentValues` stay valid; only a new deal needs required fields. */
export function createCustomFieldsSchema(
  fields: CustomField[],
  people: Person[],
  currentValues?: CustomFieldValues,
) {
  const controls = fields.map((field): [CustomFieldName, z.ZodType<CustomFieldValue | null>] => {
    const { key, kind, name, isRequired } = field;
    const before = currentValues?.[key];
    const missing = isRequired && !currentValues ? `${name} is required` : undefined;
    const read = (typed: string | string[] | undefined, ctx: z.RefinementCtx) => {
      const text = typeof typed === 'string' && kind !== 'longText' ? typed.trim() : typed;
      const isEmpty = !text?.length || (typeof text === 'string' && isBlank(text));
      if (isEmpty && missing) ctx.addIssue({ code: 'custom', message: missing });
      if (isEmpty) return null;
      if (
        before !== undefined &&
        toComparableText(toControlValue(before)) === toComparableText(text)
      )
        return before;
      const { value, error } = Array.isArray(text)
        ? parseChoices(field, text, before)
        : parseCustomFieldValue(field, text, people);
      if (error !== undefined) ctx.addIssue({ code: 'custom', message: error });
      return value ?? null;
    };
    const typed = kind === 'choices' ? z.array(z.string()).optional() : z.string().optional();
    return [toCustomFieldName(key), typed.transform(read)];
  });
  return Object.fromEntries(controls) as Record<
    CustomFieldName,
    z.ZodType<CustomFieldValue | null>
  >;
}

function toComparableText(input: string | string[] | undefined): string {
  return Array.isArray(input) ? JSON.stringify(input.toSorted()) : (input ?? '');
}

function parseChoices(field: CustomField, values: string[], before: CustomFieldValue | undefined) {
  const { data, error } = createValueSchema(field, before).safeParse(values);
  return error ? { error: error.issues[0]!.message } : { value: data };
}
