import { NAMES, QUERY, ROUTES, TEXTS, UNITS } from './hostile-texts';
import { createRandom } from './random';

/** Makes hostile values repeatable. */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

const random = createRandom(SEED);
export const pickBelow = (limit: number) => Math.floor(random() * limit);
export const pick = <T>(values: readonly T[]): T => values[pickBelow(values.length)]!;
export const isOneIn = (of: number) => random() < of;

const NUMBERS = [
  0, -0, 1, -1, 5.55, 10, 10.05, 11, 1e21, 1e308, -1e308, 9007199254740992, 5e-324, 9.99999999999,
];
const CODES = '% %zz %ff%fe %C0%80 %ED%A0%80 %F5%80%80%80 + & = %00'.split(' ');
const NO_JSON = [
  '',
  '['.repeat(5_000),
  '{"__proto__":{"isAdmin":true},"companyName":"x"}',
  ...'{ [1, " null \ufeff{} {"companyName":"\\ud800"}'.split(' '),
  ...'{"companyName":1e999} {"a":1}{"b":2}'.split(' '),
];

function createValue(depth = 0): unknown {
  const kind = pickBelow(depth > 3 ? 6 : 9);
  if (kind < 3) return pick(TEXTS);
  if (kind === 3) return pick(NUMBERS);
  if (kind === 4) return pick([null, true, false]);
  if (kind === 5) return pick(['[]', '{}']) === '[]' ? [] : {};
  if (kind === 6)
    return Array.from({ length: pick([1, 2, 101, 300]) }, () => pick(TEXTS).slice(0, 50));
  if (kind === 7) return Array.from({ length: pickBelow(4) }, () => createValue(depth + 1));
  return Object.fromEntries(
    Array.from({ length: pickBelow(4) }, () => [pick(NAMES), createValue(depth + 1)]),
  );
}

/** Percent-encodes text, now and then wrongly. */
export function encodeHostile(text: string): string {
  if (isOneIn(0.05)) return pick(CODES);
  return encodeURIComponent(Buffer.from(text).toString())
    .slice(0, 4_000)
    .replace(/%[\dA-F]?$/, '');
}

export function createQuery(): string {
  const pairs = Array.from({ length: pickBelow(4) }, () => {
    const name = pick(QUERY);
    return `${encodeHostile(name)}${isOneIn(0.1) ? '' : `=${encodeHostile(name === '_routes' ? pick(ROUTES) : pick(TEXTS))}`}`;
  });
  return pairs.join('&');
}

export function createFormBody(start: Record<string, unknown>): string {
  const fields = Object.entries(start).map(([name, initial]) => [
    name,
    isOneIn(0.6) ? String(initial) : pick(TEXTS),
  ]);
  for (let more = pickBelow(5); more > 0; more--) fields.push([pick(NAMES), pick(TEXTS)]);
  return fields
    .filter(() => isOneIn(0.9))
    .map(([name, initial]) => `${encodeHostile(name!)}=${encodeHostile(initial!)}`)
    .join('&');
}

export function createJsonBody(start: Record<string, unknown>): string {
  if (isOneIn(0.05)) return pick(NO_JSON);
  if (isOneIn(0.05)) return JSON.stringify(createValue()) ?? '';
  const fields = Object.entries(start).map(([name, initial]): [string, unknown] => [
    name,
    isOneIn(0.6) ? initial : createValue(),
  ]);
  for (let more = pickBelow(5); more > 0; more--) fields.push([pick(NAMES), createValue()]);
  // Written by hand, so that "__proto__" is an ordinary key.
  return `{${fields
    .filter(() => isOneIn(0.9))
    .map(([name, initial]) => `${JSON.stringify(name)}:${JSON.stringify(initial)}`)
    .join()}}`;
}

function createLongText(limit: number, encode: (text: string) => string): string {
  const [unit, end] = pick(UNITS);
  return unit.repeat(Math.floor((limit - 300) / encode(unit).length)) + end;
}

export function createLongForm(start: Record<string, unknown>, name: string): string {
  const encode = (text: string) => encodeURIComponent(text);
  const params = new URLSearchParams(start as Record<string, string>);
  params.delete(name);
  return `${encode(name)}=${encode(createLongText(256 * 1024 - 2_000, encode))}&${params.toString()}`;
}

export function createLongJson(start: Record<string, unknown>, name: string): string {
  const encode = (text: string) =>
    Buffer.from(JSON.stringify(text)).toString('latin1').slice(1, -1);
  const text = createLongText(1_000_000 - 5_000, encode);
  return JSON.stringify({ ...start, [name]: isOneIn(0.9) ? text : [text] });
}
