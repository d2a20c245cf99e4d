import { z } from 'zod';
import type { CustomField, CustomFieldValues } from '#db/schema';
import { CUSTOM_SECTION, FIELD_KINDS } from './kinds';

export const CustomFieldAnswer = z.object({
  key: z.string().describe("The key of the field's value in the `fields` of a deal."),
  name: z.string(),
  kind: z.enum(FIELD_KINDS),
  hint: z.string().nullable(),
  required: z.boolean().describe('Whether the field is required for new deals.'),
  options: z.array(z.string()).describe('The choices of a field of the kind choice or choices.'),
  archived: z.boolean(),
});
export type CustomFieldAnswer = z.output<typeof CustomFieldAnswer>;

export function toCustomFieldJson(field: CustomField): CustomFieldAnswer {
  const { key, name, kind, hint, isRequired, options, archivedAt } = field;
  return { key, name, kind, hint, required: isRequired, options, archived: archivedAt !== null };
}

export const CustomFieldValueAnswer = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.object({ amount: z.number(), currency: z.string() }),
]);

export function pickActiveValues(
  values: CustomFieldValues,
  fields: CustomField[],
): CustomFieldValues {
  const entries = fields.flatMap(({ key, archivedAt }) => {
    const value = archivedAt === null ? values[key] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

export type CustomFieldView = CustomFieldAnswer & { section: string };

export function createCustomFieldView(field: CustomField): CustomFieldView {
  return { ...toCustomFieldJson(field), section: field.section ?? CUSTOM_SECTION };
}
