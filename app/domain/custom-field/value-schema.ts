import { z } from 'zod';
import type { CustomField, CustomFieldValue } from '#db/schema';
import { CalendarDay } from '~/domain/date/schema';
import { lineSchema, multilineSchema } from '~/domain/text/schema';
import { completeWebAddress, isWebAddress } from '~/domain/text/web-address';
import { MAX_LONG_TEXT_LENGTH, MAX_OPTION_LENGTH, MAX_OPTIONS, MAX_TEXT_LENGTH } from './limits';
import { interpretText } from './parse';
import type { Person } from './values';

/** Larger numbers lose decimals. */
const MAX_NUMBER = 1e15;

const NUMBER_MESSAGE = 'Please enter a number';

const TOO_LARGE_MESSAGE = 'Please enter a smaller number';

const MONEY_MESSAGE = 'Please enter an amount and a currency, such as USD 5,000,000';

const LINK_MESSAGE = 'Please enter a web address, such as www.acme.com';

const Amount = z
  .number(NUMBER_MESSAGE)
  .min(-MAX_NUMBER, TOO_LARGE_MESSAGE)
  .max(MAX_NUMBER, TOO_LARGE_MESSAGE);

/** Takes `stored` choices, too, though they are offered no more. */
export function createValueSchema(
  { kind, options }: CustomField,
  stored?: CustomFieldValue,
): z.ZodType<CustomFieldValue> {
  const storedChoices = Array.isArray(stored) ? stored : [];
  const choice = lineSchema(MAX_OPTION_LENGTH).refine(
    (value) => options.includes(value) || storedChoices.includes(value),
    'Please choose one of the choices',
  );
  switch (kind) {
    case 'text':
      return lineSchema(MAX_TEXT_LENGTH);
    case 'longText':
      return multilineSchema(MAX_LONG_TEXT_LENGTH);
    case 'number':
      return Amount;
    case 'money': {
      const currency = z.string(MONEY_MESSAGE).regex(/^[A-Z]{3}$/, MONEY_MESSAGE);
      return z.strictObject({ amount: Amount, currency }, MONEY_MESSAGE);
    }
    case 'day':
      return CalendarDay;
    case 'choice':
      return choice;
    case 'choices':
      return z
        .array(choice, 'Please send a list of choices')
        .max(MAX_OPTIONS, `Please choose at most ${MAX_OPTIONS}`)
        .overwrite((values) => [...new Set(values)]);
    case 'yesNo':
      return z.boolean('Please send true or false');
    case 'link':
      return lineSchema(MAX_TEXT_LENGTH)
        .overwrite(completeWebAddress)
        .refine((value) => value === '' || isWebAddress(value), LINK_MESSAGE);
    case 'person':
      return z.string('Please choose a person');
  }
}

const INVALID_VALUE_MESSAGES: Partial<Record<CustomField['kind'], string>> = {
  number: NUMBER_MESSAGE,
  money: MONEY_MESSAGE,
  yesNo: 'Please choose yes or no',
  person: 'Please choose a person',
};

export function parseCustomFieldValue(
  field: CustomField,
  text: string,
  people: Person[],
): { value: CustomFieldValue; error?: undefined } | { value?: undefined; error: string } {
  const value = interpretText(field, text, people);
  if (value === undefined) return { error: INVALID_VALUE_MESSAGES[field.kind]! };
  const { data, error } = createValueSchema(field).safeParse(value);
  return error ? { error: error.issues[0]!.message } : { value: data };
}
