import type { ValueChoice, ValueChoices } from '#db/schema';

/** Values that differ only in case are decided together. */
export function toValueKey(text: string): string {
  return text.toLowerCase();
}

export interface ValueDecisions {
  find(field: string, text: string): ValueChoice | undefined;
  others?: ValueChoice;
  listNewOptions(field: string): string[];
  listReplacements(field: string): string[];
}

export function createValueDecisions(choices: Partial<ValueChoices> | null): ValueDecisions {
  const byField = new Map<string, Map<string, { text: string; choice: ValueChoice }>>();
  for (const { field, text, choice } of choices?.values ?? []) {
    const values = byField.get(field) ?? new Map<string, { text: string; choice: ValueChoice }>();
    byField.set(field, values.set(toValueKey(text), { text, choice }));
  }
  const list = (field: string) => [...(byField.get(field)?.values() ?? [])];
  return {
    find: (field, text) => byField.get(field)?.get(toValueKey(text))?.choice,
    ...(choices?.others && { others: { do: choices.others } }),
    listNewOptions: (field) =>
      list(field).flatMap(({ text, choice }) => (choice.do === 'option' ? text : [])),
    listReplacements: (field) =>
      list(field).flatMap(({ choice }) => (choice.do === 'set' ? choice.to : [])),
  };
}
