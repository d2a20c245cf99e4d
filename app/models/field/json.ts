import { z } from 'zod';
import type { OwnField, OwnValues } from '#db/schema';
import { KINDS, OWN_SECTION } from './kinds';

export const FieldAnswer = z.object({
  key: z.string().describe("The key of the field's value in the `fields` of a deal."),
  name: z.string(),
  kind: z.enum(KINDS),
  hint: z.string().nullable(),
  required: z.boolean().describe('Whether the field is required for new deals.'),
  options: z.array(z.string()).describe('The choices of a field of the kind choice or choices.'),
  archived: z.boolean(),
});
export type FieldAnswer = z.output<typeof FieldAnswer>;

export function fieldJson(field: OwnField): FieldAnswer {
  const { key, name, kind, hint, isRequired, options, archivedAt } = field;
  return { key, name, kind, hint, required: isRequired, options, archived: archivedAt !== null };
}

export const OwnAnswer = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  z.object({ amount: z.number(), currency: z.string() }),
]);

/** The values of fields that are not archived, in the fields' order. */
export function activeValues(values: OwnValues, fields: OwnField[]): OwnValues {
  const present = fields.flatMap(({ key, archivedAt }) => {
    const value = archivedAt === null ? values[key] : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(present);
}

/** A field as the admin area shows it. */
export type FieldView = FieldAnswer & { section: string };

export function fieldView(field: OwnField): FieldView {
  return { ...fieldJson(field), section: field.section ?? OWN_SECTION };
}
