export function buildRecord<K extends string, T>(
  keys: readonly K[],
  getValue: (key: K) => T,
): Record<K, T> {
  return Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<K, T>;
}

export function pick<T, K extends keyof T>(row: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>;
}

/** Returns `values` with the default of each key whose value is missing or undefined. */
export function applyDefaults<Values extends object, Defaults extends object>(
  values: Values,
  defaults: Defaults,
) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) } as Defaulted<Values, Defaults>;
}

type Defaulted<Values, Defaults> = Omit<Values, keyof Defaults> & {
  [K in keyof Defaults]: K extends keyof Values
    ? Exclude<Values[K], undefined> | Defaults[K]
    : Defaults[K];
};
