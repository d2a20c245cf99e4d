import { z } from 'zod';
import { FORM_SECTIONS } from '~/models/pipeline/fields';
import { clearable, line, lines } from '~/models/text-schema';
import {
  hasOptions,
  HINT_LIMIT,
  KINDS,
  LONG_TEXT_LIMIT,
  MOST_OPTIONS,
  NAME_LIMIT,
  OPTION_LIMIT,
  OWN_SECTION,
  TEXT_LIMIT,
} from './kinds';
import type { OwnField, OwnValue, OwnValues } from '#db/schema';
import { CalendarDay } from '~/models/pipeline/schema';
import { isBlank } from '~/models/text';
import { type OwnName, ownName, type Person, readOwn, typedOwn } from './values';

export const FieldName = line(NAME_LIMIT, 'Please enter a name');
const Kind = z.enum(KINDS, 'Please choose a kind');

const Options = z
  .array(line(OPTION_LIMIT, 'Please enter the choice'), 'Please send a list of choices')
  .max(MOST_OPTIONS, `Please use at most ${MOST_OPTIONS} choices`)
  .refine(
    (options) => new Set(options.map((option) => option.toLowerCase())).size === options.length,
    'Two of the choices are the same',
  );

const shape = {
  name: FieldName,
  hint: clearable(line(HINT_LIMIT)),
  required: z
    .boolean('Please send true or false')
    .describe('Whether the field is required for new deals.'),
  options: Options.describe('The choices. Only for the kinds choice and choices.'),
};

/** Null is the section that only own fields have. */
const Section = z
  .enum([OWN_SECTION, ...FORM_SECTIONS], 'Please choose a section')
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
    archived: z
      .boolean('Please send true or false')
      .describe('Whether the field is archived. false restores it.'),
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

/** Beyond it, no fund's number is exact. */
const MOST = 1e15;

const NUMBER = 'Please enter a number';
const TOO_LARGE = 'Please enter a smaller number';
const MONEY = 'Please enter an amount and a currency, such as USD 5,000,000';
const LINK = 'Please enter an address that begins with https://';

const Amount = z.number(NUMBER).min(-MOST, TOO_LARGE).max(MOST, TOO_LARGE);

/** The schema of a field's values in JSON; who a person is, is checked by who stores it. */
export function valueSchema({ kind, options }: OwnField): z.ZodType<OwnValue> {
  const choice = line(OPTION_LIMIT).refine(
    (value) => options.includes(value),
    'Please choose one of the choices',
  );
  switch (kind) {
    case 'text':
      return line(TEXT_LIMIT);
    case 'longText':
      return lines(LONG_TEXT_LIMIT);
    case 'number':
      return Amount;
    case 'money': {
      const currency = z.string(MONEY).regex(/^[A-Z]{3}$/, MONEY);
      return z.strictObject({ amount: Amount, currency }, MONEY);
    }
    case 'day':
      return CalendarDay;
    case 'choice':
      return choice;
    case 'choices':
      return z
        .array(choice, 'Please send a list of choices')
        .max(MOST_OPTIONS, `Please choose at most ${MOST_OPTIONS}`)
        .overwrite((values) => [...new Set(values)]);
    case 'yesNo':
      return z.boolean('Please send true or false');
    case 'link':
      return line(TEXT_LIMIT).refine((value) => value === '' || isLink(value), LINK);
    case 'person':
      return z.string('Please choose a person');
  }
}

export function isLink(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Why a typed text is no value of its kind. */
const UNREAD: Partial<Record<OwnField['kind'], string>> = {
  number: NUMBER,
  money: MONEY,
  yesNo: 'Please choose yes or no',
  person: 'Please choose a person',
};

/** What a text is as a value of the field: of a control, or of a cell of a spreadsheet. */
export function readValue(
  field: OwnField,
  text: string,
  people: Person[],
): { value: OwnValue; error?: undefined } | { value?: undefined; error: string } {
  const value = readOwn(field, text, people);
  if (value === undefined) return { error: UNREAD[field.kind]! };
  const { data, error } = valueSchema(field).safeParse(value);
  return error ? { error: error.issues[0]!.message } : { value: data };
}

/**
 * The controls of the deal form by name: empty ones are null. What is `stored` may stay although the
 * field would no longer take it; a new deal, without it, needs the required ones.
 */
export function ownForm(fields: OwnField[], people: Person[], stored?: OwnValues) {
  const controls = fields.map((field): [OwnName, z.ZodType<OwnValue | null>] => {
    const { key, kind, name, isRequired } = field;
    const before = stored?.[key];
    const missing = isRequired && !stored ? `${name} is required` : undefined;
    const read = (typed: string | string[] | undefined, ctx: z.RefinementCtx) => {
      const text = typeof typed === 'string' && kind !== 'longText' ? typed.trim() : typed;
      const isEmpty = !text?.length || (typeof text === 'string' && isBlank(text));
      if (isEmpty && missing) ctx.addIssue({ code: 'custom', message: missing });
      if (isEmpty) return null;
      if (before !== undefined && sorted(typedOwn(before)) === sorted(text)) return before;
      const { value, error } = Array.isArray(text)
        ? readList(field, text, before)
        : readValue(field, text, people);
      if (error !== undefined) ctx.addIssue({ code: 'custom', message: error });
      return value ?? null;
    };
    const typed = kind === 'choices' ? z.array(z.string()).optional() : z.string().optional();
    return [ownName(key), typed.transform(read)];
  });
  return Object.fromEntries(controls) as Record<OwnName, z.ZodType<OwnValue | null>>;
}

/** A form sends its ticked boxes in the order of the choices. */
function sorted(typed: string | string[] | undefined): string {
  return Array.isArray(typed) ? JSON.stringify(typed.toSorted()) : (typed ?? '');
}

/** Ticked boxes, also those of choices that are no longer offered. */
function readList(field: OwnField, values: string[], before: OwnValue | undefined) {
  const former = Array.isArray(before) ? before : [];
  const { data, error } = valueSchema({
    ...field,
    options: [...field.options, ...former],
  }).safeParse(values);
  return error ? { error: error.issues[0]!.message } : { value: data };
}
