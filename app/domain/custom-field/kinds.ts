import type { CustomFieldKind } from '#db/schema';

export const FIELD_KIND_LABELS: Record<CustomFieldKind, string> = {
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

export const FIELD_KINDS = Object.keys(FIELD_KIND_LABELS) as [
  CustomFieldKind,
  ...CustomFieldKind[],
];

export function hasOptions(kind: CustomFieldKind): boolean {
  return kind === 'choice' || kind === 'choices';
}

export const CUSTOM_SECTION = 'More about it';

export const FIELD_PRESETS = [
  { name: 'Source', kind: 'text', hint: 'How the company came to us' },
  { name: 'Introduced by', kind: 'text' },
  { name: 'Website', kind: 'link' },
  { name: 'Valuation', kind: 'money' },
  { name: 'Ticket size', kind: 'money' },
  { name: 'Lead investor', kind: 'text' },
] as const satisfies readonly { name: string; kind: CustomFieldKind; hint?: string }[];
