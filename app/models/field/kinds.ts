import type { FieldKind } from '#db/schema';

/** The fund's own fields (chapter 24 of docs/product-rules.md). */

export const KIND_LABELS: Record<FieldKind, string> = {
  text: 'Text',
  longText: 'Long text',
  number: 'Number',
  money: 'Money',
  day: 'Day',
  choice: 'Choice',
  choices: 'Several choices',
  yesNo: 'Yes or no',
  link: 'Link',
  person: 'Person',
};
export const KINDS = Object.keys(KIND_LABELS) as [FieldKind, ...FieldKind[]];

/** Fields with these values to choose from. */
export function hasOptions(kind: FieldKind): boolean {
  return kind === 'choice' || kind === 'choices';
}

/** The most fields that are not archived, and the most with the archived ones. */
export const MOST_FIELDS = 40;
export const MOST_EVER = 200;

/** In UTF-16 code units. */
export const NAME_LIMIT = 100;
export const HINT_LIMIT = 300;
export const OPTION_LIMIT = 100;
export const MOST_OPTIONS = 100;
/** The longest text or link, and the longest long text. */
export const TEXT_LIMIT = 1_000;
export const LONG_TEXT_LIMIT = 10_000;

/** What the form's section of own fields is called, unless they have a place in another one. */
export const OWN_SECTION = 'More about it';

/** Offered to be taken with one click. */
export const PRESETS = [
  { name: 'Source', kind: 'text', hint: 'How the company came to us' },
  { name: 'Introduced by', kind: 'text' },
  { name: 'Website', kind: 'link' },
  { name: 'Valuation', kind: 'money' },
  { name: 'Ticket size', kind: 'money' },
  { name: 'Lead investor', kind: 'text' },
] as const satisfies readonly { name: string; kind: FieldKind; hint?: string }[];
