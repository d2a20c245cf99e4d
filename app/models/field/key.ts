import { folded } from '#db/fold';

const LONGEST = 60;

/** What every object has: no value of ours must be taken for it. */
const RESERVED = Object.getOwnPropertyNames(Object.prototype);

/**
 * A field's key: its name in camelCase of Latin letters and digits, `field` and a number where it
 * has no such letters; with a number where another field has the same.
 */
export function keyOf(name: string, taken: readonly string[]): string {
  const words = folded(name).match(/[a-z\d]+/g) ?? [];
  const camel = words
    .map((word, i) => (i ? word[0]!.toUpperCase() + word.slice(1) : word))
    .join('')
    .slice(0, LONGEST);
  const isNamed = /[a-z]/.test(camel);
  const isFree = (key: string) => !taken.includes(key) && !RESERVED.includes(key);
  if (isNamed && isFree(camel)) return camel;
  const base = isNamed ? camel : 'field';
  for (let n = isNamed ? 2 : 1; ; n++) if (isFree(`${base}${n}`)) return `${base}${n}`;
}
