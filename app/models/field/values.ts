import type { FieldValue, OwnField, OwnMoney, OwnValue, OwnValues } from '#db/schema';
import { readMoney } from '#db/money';

/** What an edit says of own fields, by key; null clears. */
export type OwnChanges = Record<string, OwnValue | null>;

/** How forms, history and conflicts name an own field among the specified ones. */
export type OwnName = `field-${string}`;
const PREFIX = 'field-';

export function ownName(key: string): OwnName {
  return `${PREFIX}${key}`;
}

export function ownNames(fields: { key: string }[]): OwnName[] {
  return fields.map(({ key }) => ownName(key));
}

/** The key of an own field; undefined for the name of a specified one. */
export function ownKey(name: string): string | undefined {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;
}

/** The values by name. */
export function named(values: OwnValues = {}): Record<OwnName, OwnValue> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [ownName(key), value]));
}

/** Values by name as `fields` and the specified ones; without `fields` if there is no own one. */
export function unnamed<Values extends object>(values: Values): Values & { fields?: OwnChanges } {
  const entries = Object.entries(values) as [string, FieldValue][];
  const own = entries.flatMap(([name, value]) => {
    const key = ownKey(name);
    return key === undefined ? [] : [[key, value] as const];
  });
  const rest = entries.filter(([name]) => ownKey(name) === undefined);
  const fields = own.length ? { fields: Object.fromEntries(own) } : {};
  return { ...Object.fromEntries(rest), ...fields } as Values & { fields?: OwnChanges };
}

export function changedValues(before: OwnValues, changes: OwnChanges = {}): OwnValues {
  const values = Object.entries({ ...before, ...changes });
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as OwnValues;
}

/** An account's id: nobody searches for it. */
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The texts, links and choices, for the search. */
export function searchableTexts(values: OwnValues = {}): string[] {
  return Object.values(values)
    .flatMap((value) => value as string)
    .filter((value) => typeof value === 'string' && !ID.test(value));
}

/** Somebody whom a field of the kind person can name. */
export interface Person {
  id: string;
  name: string;
  email: string;
}
type Field = Pick<OwnField, 'kind' | 'options'>;

/** A value in words. */
export function shownOwn({ kind }: Field, value: OwnValue, people: Person[]): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return moneyText(value);
  if (kind !== 'person') return value;
  return people.find(({ id }) => id === value)?.name ?? 'a deleted account';
}

/** A value as the form's control has it. */
export function typedOwn(value: OwnValue): string | string[] {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || Array.isArray(value) ? value : moneyText(value);
}

/** What a text says, trimmed, of a control or a cell; undefined if it is no value of the kind. */
export function readOwn({ kind, options }: Field, text: string, people: Person[]) {
  switch (kind) {
    case 'number':
      return readNumber(text);
    case 'money':
      return readAmount(text);
    case 'yesNo':
      return readYesNo(text);
    case 'person':
      return findPerson(text, people);
    case 'choice':
      return spelledAs(options, text);
    case 'choices':
      return text
        .split(/[,;\n]/)
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => spelledAs(options, part));
    default:
      return text;
  }
}

function numberText(value: number): string {
  const plain = String(value);
  return plain.includes('e') ? plain : value.toLocaleString('en', { maximumFractionDigits: 20 });
}

function moneyText({ amount, currency }: OwnMoney): string {
  return `${currency} ${numberText(amount)}`;
}

const NUMBER = /^[-+]?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?(e[-+]?\d{1,3})?$/i;

function readNumber(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

/** As it is shown, or as it is read of the target size; not a range. */
function readAmount(text: string): OwnMoney | undefined {
  const [, currency, number] = /^([A-Z]{3}) (.{1,400})$/.exec(text) ?? [];
  const shown = number && readNumber(number);
  if (currency && typeof shown === 'number') return { amount: shown, currency };
  const money = readMoney(text);
  return money && !money.isMiddle ? { amount: money.amount, currency: money.currency } : undefined;
}

function readYesNo(text: string): boolean | undefined {
  if (/^(yes|y|true|1|x|✓|ja|oui|sí|是)$/i.test(text)) return true;
  return /^(no|n|false|0|nein|non|否)$/i.test(text) ? false : undefined;
}

/** By id, email or name; undefined for nobody and for several of one name. */
function findPerson(text: string, people: Person[]): string | undefined {
  const typed = text.toLowerCase();
  const person = people.find(({ id, email }) => id === text || email.toLowerCase() === typed);
  if (person) return person.id;
  const called = people.filter(({ name }) => name.toLowerCase() === typed);
  return called.length === 1 ? called[0]!.id : undefined;
}

function spelledAs(options: string[], text: string): string {
  return options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
}
