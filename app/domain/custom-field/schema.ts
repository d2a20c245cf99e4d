import { z } from 'zod';
import { FORM_SECTIONS } from '~/domain/deal-field/fields';
import { clearable, lineSchema } from '~/domain/text/schema';
import { CUSTOM_SECTION, FIELD_KINDS, hasOptions } from './kinds';
import { MAX_FIELD_NAME_LENGTH, MAX_HINT_LENGTH, MAX_OPTION_LENGTH, MAX_OPTIONS } from './limits';

export const FieldName = lineSchema(MAX_FIELD_NAME_LENGTH, 'Please enter a name');

const KindSchema = z.enum(FIELD_KINDS, 'Please choose a kind');

export const OptionsSchema = z
  .array(lineSchema(MAX_OPTION_LENGTH, 'Please enter the choice'), 'Please send a list of choices')
  .max(MAX_OPTIONS, `Please use at most ${MAX_OPTIONS} choices`)
  .refine(
    (options) => new Set(options.map((option) => option.toLowerCase())).size === options.length,
    'Two of the choices are the same',
  );

const fieldShape = {
  name: FieldName,
  hint: clearable(lineSchema(MAX_HINT_LENGTH)),
  required: z
    .boolean('Please send true or false')
    .describe('Whether the field is required for new deals.'),
  options: OptionsSchema.describe('The choices. Only for the kinds choice and choices.'),
};

/** Null stands for the section of custom fields. */
const SectionSchema = z
  .enum([CUSTOM_SECTION, ...FORM_SECTIONS], 'Please choose a section')
  .default(CUSTOM_SECTION)
  .transform((section) => (section === CUSTOM_SECTION ? null : section));

export const OPTIONS_REQUIRED_MESSAGE = 'Please enter at least one choice';

export const NewCustomField = z
  .object({
    ...fieldShape,
    kind: KindSchema,
    required: fieldShape.required.default(false),
    options: fieldShape.options.default([]),
  })
  .refine(({ kind, options }) => !hasOptions(kind) || options.length > 0, {
    path: ['options'],
    message: OPTIONS_REQUIRED_MESSAGE,
  });

export type NewCustomField = z.output<typeof NewCustomField> & { section?: string | null };

export const CustomFieldChanges = z
  .object({
    ...fieldShape,
    kind: KindSchema,
    archived: z
      .boolean('Please send true or false')
      .describe('Whether the field is archived. false restores it.'),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Nothing to change was sent');

export type CustomFieldChanges = z.output<typeof CustomFieldChanges> & { section?: string | null };

/** Choices arrive as lines of a text; an unticked box is not sent. */
export const CUSTOM_FIELD_FORM_FIELDS = {
  text: ['do', 'key', 'name', 'kind', 'hint', 'required', 'options', 'section', 'seen'],
} as const;

type FieldFormInput = Record<(typeof CUSTOM_FIELD_FORM_FIELDS)['text'][number], string>;

export const FieldSectionInput = z.object({ section: SectionSchema });

export function parseFieldForm({ name, hint, required, options }: FieldFormInput) {
  const lines = options.split('\n').map((option) => option.trim());
  return { name, hint, required: required === 'on', options: lines.filter(Boolean) };
}
