import type { Fund } from '../fund';
import { range } from '../texts';

/** Kinds of the 40 custom fields. */
export const FIELD_COUNTS: Record<string, number> = {
  longText: 12,
  text: 14,
  link: 2,
  number: 2,
  money: 2,
  day: 2,
  choice: 2,
  choices: 2,
  yesNo: 1,
  person: 1,
};

export function addFields(fund: Fund): void {
  const fields = Object.entries(FIELD_COUNTS).flatMap(([kind, count]) =>
    range(count).map((n) => ({ kind, key: `${kind.toLowerCase()}${n}` })),
  );
  fund.insert(
    'own_fields',
    fields.map(({ kind, key }, n) => ({
      key,
      name: `${key} `.padEnd(100, 'f'),
      kind,
      hint: 'h'.repeat(300),
      options: kind.startsWith('choice') ? range(100).map(optionName) : [],
      position: n + 1,
    })),
  );
  for (const { kind, key } of fields) (fund.fieldKeys[kind] ??= []).push(key);
}

export function optionName(n: number): string {
  return `Option ${n} `.padEnd(100, 'o');
}
