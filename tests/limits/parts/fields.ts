import type { Fund } from '../fund';
import { range } from '../texts';

/** Sets of the 40 fields that may be active at once, as counts by kind. */
const FIELD_SETS = {
  longText: { longText: 40 },
  choices: { choices: 40 },
  mixed: { text: 14, link: 5, number: 5, money: 5, day: 4, choice: 5, yesNo: 1, person: 1 },
} satisfies Record<string, Record<string, number>>;

export type FieldSet = keyof typeof FIELD_SETS;

/** The fields of all sets. Long texts are active, the others archived. */
export function addFields(fund: Fund): void {
  const sets = Object.keys(FIELD_SETS) as FieldSet[];
  const fields = sets.flatMap((set) => listFields(set).map((field) => ({ ...field, set })));
  fund.insert(
    'own_fields',
    fields.map(({ kind, key, set }, n) => ({
      key,
      name: `${key} `.padEnd(100, 'f'),
      kind,
      hint: 'h'.repeat(300),
      options: kind.startsWith('choice') ? range(100).map((option) => optionName(key, option)) : [],
      position: n + 1,
      archived_at: set === 'longText' ? null : fund.now,
    })),
  );
  for (const { kind, key } of fields) (fund.fieldKeys[kind] ??= []).push(key);
}

/** Insights group by the field `source`, the first long text. */
export function listFields(set: FieldSet): { kind: string; key: string }[] {
  return Object.entries(FIELD_SETS[set]).flatMap(([kind, count]) =>
    range(count).map((n) => ({
      kind,
      key: kind === 'longText' && n === 0 ? 'source' : `${kind.toLowerCase()}${n}`,
    })),
  );
}

/** Archives the fields of the other sets. */
export function activateFields({ server, now }: Fund, set: FieldSet): void {
  const keys = JSON.stringify(listFields(set).map(({ key }) => key));
  server.sql
    .prepare(
      `update own_fields set archived_at = iif(key in (select value from json_each(?)), null, ?)`,
    )
    .run(keys, now);
}

export function optionName(key: string, n: number): string {
  return `Option ${n} of ${key} `.padEnd(100, 'o');
}
