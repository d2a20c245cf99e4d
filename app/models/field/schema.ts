import { z } from 'zod';
import { FORM_SECTIONS } from '~/models/pipeline/fields';
import { clearable, line } from '~/models/text-schema';
import {
  hasOptions,
  HINT_LIMIT,
  KINDS,
  MOST_OPTIONS,
  NAME_LIMIT,
  OPTION_LIMIT,
  OWN_SECTION,
} from './kinds';

const Name = line(NAME_LIMIT, 'Please enter a name');
const Kind = z.enum(KINDS, 'Please choose a kind');

const Options = z
  .array(line(OPTION_LIMIT, 'Please enter the choice'), 'Please send a list of choices')
  .max(MOST_OPTIONS, `Please use at most ${MOST_OPTIONS} choices`)
  .refine(
    (options) => new Set(options.map((option) => option.toLowerCase())).size === options.length,
    'Two of the choices are the same',
  );

const shape = {
  name: Name,
  hint: clearable(line(HINT_LIMIT)),
  required: z.boolean('Please send true or false').describe('Whether new deals need it.'),
  options: Options.describe('Of the kinds choice and choices alone.'),
};

/** Null is the section that only own fields have. */
const Section = z
  .enum([OWN_SECTION, ...FORM_SECTIONS], 'Please choose a place')
  .default(OWN_SECTION)
  .transform((section) => (section === OWN_SECTION ? null : section));

export const NEEDS_OPTIONS = 'Please enter at least one choice';

/** A new field. Unknown keys are dropped, and the choices of a kind that has none. */
export const NewField = z
  .object({
    ...shape,
    kind: Kind,
    required: shape.required.default(false),
    options: shape.options.default([]),
  })
  .refine(({ kind, options }) => !hasOptions(kind) || options.length > 0, {
    path: ['options'],
    message: NEEDS_OPTIONS,
  });
export type NewField = z.output<typeof NewField> & { section?: string | null };

/** An edit: a missing key stays. Its kind never changes. */
export const FieldChanges = z
  .object({
    ...shape,
    kind: Kind,
    archived: z.boolean('Please send true or false').describe('False restores it.'),
  })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Nothing to change was sent');
export type FieldChanges = z.output<typeof FieldChanges> & { section?: string | null };

/** The page's form: the choices are lines of a text, a box that is not ticked is not sent. */
export const FIELD_FORM = {
  text: ['do', 'key', 'name', 'kind', 'hint', 'required', 'options', 'section'],
} as const;
type Sent = Record<(typeof FIELD_FORM)['text'][number], string>;

export const FieldPlace = z.object({ section: Section });

export function readFieldForm({ name, hint, required, options }: Sent) {
  const lines = options.split('\n').map((option) => option.trim());
  return { name, hint, required: required === 'on', options: lines.filter(Boolean) };
}
