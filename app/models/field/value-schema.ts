import { z } from 'zod';
import type { OwnField, OwnValue, OwnValues } from '#db/schema';
import { CalendarDay } from '~/models/pipeline/schema';
import { line, lines } from '~/models/text-schema';
import { LONG_TEXT_LIMIT, MOST_OPTIONS, OPTION_LIMIT, TEXT_LIMIT } from './kinds';
import { type Person, readOwn, typedOwn } from './text';
import { type OwnName, ownName } from './values';

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
 * field would not take it any more; a new deal, without it, needs the required ones.
 */
export function ownForm(fields: OwnField[], people: Person[], stored?: OwnValues) {
  const controls = fields.map((field): [OwnName, z.ZodType<OwnValue | null>] => {
    const { key, kind, name, isRequired } = field;
    const before = stored?.[key];
    const missing = isRequired && !stored ? `${name} is required` : undefined;
    const read = (typed: string | string[] | undefined, ctx: z.RefinementCtx) => {
      const text = typeof typed === 'string' && kind !== 'longText' ? typed.trim() : typed;
      const isEmpty = !text?.length;
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

/** Ticked boxes: also those of choices that are not offered any more. */
function readList(field: OwnField, values: string[], before: OwnValue | undefined) {
  const former = Array.isArray(before) ? before : [];
  const { data, error } = valueSchema({
    ...field,
    options: [...field.options, ...former],
  }).safeParse(values);
  return error ? { error: error.issues[0]!.message } : { value: data };
}
