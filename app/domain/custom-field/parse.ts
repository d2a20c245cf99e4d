import { parseMoney } from '#db/money';
import type { MoneyValue } from '#db/schema';
import { buildAlternatives, splitAround } from '~/domain/text/split';
import { POINT_BEFORE_THREE_DIGITS } from './format';
import type { FieldDefinition, Person } from './values';

export function interpretText({ kind, options }: FieldDefinition, text: string, people: Person[]) {
  switch (kind) {
    case 'number':
      return parseNumber(text);
    case 'money':
      return parseAmount(text);
    case 'yesNo':
      return parseYesNo(text);
    case 'person':
      return findPerson(text, people);
    case 'choice':
      return matchOption(options, text);
    case 'choices':
      return splitChoices(text, options)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => matchOption(options, part));
    default:
      return text;
  }
}

const NUMBER_PATTERN = /^[-+]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?(e[-+]?\d{1,3})?$/i;

function parseNumber(text: string): number | undefined {
  return NUMBER_PATTERN.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** Reads formatted amounts and target sizes, but no ranges. */
function parseAmount(text: string): MoneyValue | undefined {
  const [, currency, number] = /^([A-Z]{3}) (.{1,400})$/.exec(text) ?? [];
  const isExact = number && !POINT_BEFORE_THREE_DIGITS.test(number);
  const parsedNumber = isExact ? parseNumber(number) : undefined;
  if (currency && typeof parsedNumber === 'number') return { amount: parsedNumber, currency };
  const money = parseMoney(text);
  return money && !money.isMiddle ? { amount: money.amount, currency: money.currency } : undefined;
}

/** Words and marks that mean nothing else. Marks may ask to be shown in colour (U+FE0F). */
const CLEAR_YES = /^(yes|true|ja|wahr|oui|vrai|sí|si|sì|vero|是|はい|[✓✔☑✅]\ufe0f?)$/iu;
const CLEAR_NO = /^(no|false|nein|falsch|non|faux|falso|nee|否|いいえ|[✗✘☐❌]\ufe0f?)$/iu;

export const isClearYesNo = (text: string): boolean => CLEAR_YES.test(text) || CLEAR_NO.test(text);

function parseYesNo(text: string): boolean | undefined {
  if (CLEAR_YES.test(text) || /^[y1x]$/i.test(text)) return true;
  return CLEAR_NO.test(text) || /^[n0]$/i.test(text) ? false : undefined;
}

function findPerson(text: string, people: Person[]): string | undefined {
  const lowerCaseText = text.toLowerCase();
  const person = people.find(
    ({ id, email }) => id === text || email.toLowerCase() === lowerCaseText,
  );
  if (person) return person.id;
  const namesakes = people.filter(({ name }) => name.toLowerCase() === lowerCaseText);
  return namesakes.length === 1 ? namesakes[0]!.id : undefined;
}

const SEPARATOR = /[,;\n]/;

/** Keeps options that contain a separator whole. */
function splitChoices(text: string, options: string[]): string[] {
  const whole = options.filter((option) => SEPARATOR.test(option));
  if (!whole.length) return text.split(SEPARATOR);
  const pattern = String.raw`(?<=(?:^|[,;\n]) ?)(${buildAlternatives(whole)})(?= ?(?:[,;\n]|$))`;
  return splitAround(text, SEPARATOR, new RegExp(pattern, 'gi'));
}

function matchOption(options: string[], text: string): string {
  return options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
}
