export function buildRecord<K extends string, T>(
  keys: readonly K[],
  getValue: (key: K) => T,
): Record<K, T> {
  return Object.fromEntries(keys.map((key) => [key, getValue(key)])) as Record<K, T>;
}

export function pick<T, K extends keyof T>(row: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<T, K>;
}
