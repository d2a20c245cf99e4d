import type { FieldValue, OwnValue, OwnValues } from '#db/schema';

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
