import { NAMES, QUERY, ROUTES, TEXTS, UNITS } from './hostile-texts';
import { seeded } from './random';

/** Hostile values and bodies, the same ones each time, from FUZZ_SEED (1). */
export const SEED = Number(process.env.FUZZ_SEED ?? 1);

const random = seeded(SEED);
export const below = (limit: number) => Math.floor(random() * limit);
export const pick = <T>(values: readonly T[]): T => values[below(values.length)]!;
export const chance = (of: number) => random() < of;

const NUMBERS = [
  0, -0, 1, -1, 5.55, 10, 10.05, 11, 1e21, 1e308, -1e308, 9007199254740992, 5e-324, 9.99999999999,
];
/** Percent signs that decode to no text. */
const CODES = '% %zz %ff%fe %C0%80 %ED%A0%80 %F5%80%80%80 + & = %00'.split(' ');
const NO_JSON = [
  ...['', '['.repeat(5_000), '{"__proto__":{"isAdmin":true},"companyName":"x"}'],
  ...'{ [1, " null \ufeff{} {"companyName":"\\ud800"}'.split(' '),
  ...'{"companyName":1e999} {"a":1}{"b":2}'.split(' '),
];

function value(depth = 0): unknown {
  const kind = below(depth > 3 ? 6 : 9);
  if (kind < 3) return pick(TEXTS);
  if (kind === 3) return pick(NUMBERS);
  if (kind === 4) return pick([null, true, false]);
  if (kind === 5) return pick(['[]', '{}']) === '[]' ? [] : {};
  if (kind === 6)
    return Array.from({ length: pick([1, 2, 101, 300]) }, () => pick(TEXTS).slice(0, 50));
  if (kind === 7) return Array.from({ length: below(4) }, () => value(depth + 1));
  return Object.fromEntries(
    Array.from({ length: below(4) }, () => [pick(NAMES), value(depth + 1)]),
  );
}

/** Text as it goes over the wire: percent-encoded, or something that is not. */
export function encoded(text: string): string {
  if (chance(0.05)) return pick(CODES);
  return encodeURIComponent(Buffer.from(text).toString())
    .slice(0, 4_000)
    .replace(/%[\dA-F]?$/, '');
}

export function query(): string {
  const pairs = Array.from({ length: below(4) }, () => {
    const name = pick(QUERY);
    return `${encoded(name)}${chance(0.1) ? '' : `=${encoded(name === '_routes' ? pick(ROUTES) : pick(TEXTS))}`}`;
  });
  return pairs.join('&');
}

export function formBody(start: Record<string, unknown>): string {
  const fields = Object.entries(start).map(([name, initial]) => [
    name,
    chance(0.6) ? String(initial) : pick(TEXTS),
  ]);
  for (let more = below(5); more > 0; more--) fields.push([pick(NAMES), pick(TEXTS)]);
  return fields
    .filter(() => chance(0.9))
    .map(([name, initial]) => `${encoded(name!)}=${encoded(initial!)}`)
    .join('&');
}

export function jsonBody(start: Record<string, unknown>): string {
  if (chance(0.05)) return pick(NO_JSON);
  if (chance(0.05)) return JSON.stringify(value()) ?? '';
  const fields = Object.entries(start).map(([name, initial]): [string, unknown] => [
    name,
    chance(0.6) ? initial : value(),
  ]);
  for (let more = below(5); more > 0; more--) fields.push([pick(NAMES), value()]);
  // Written by hand, so that "__proto__" is a key as any other.
  return `{${fields
    .filter(() => chance(0.9))
    .map(([name, initial]) => `${JSON.stringify(name)}:${JSON.stringify(initial)}`)
    .join()}}`;
}

/** As long as its field may be for the body to stay within the limit, in bytes on the wire. */
function longText(limit: number, wire: (text: string) => string): string {
  const [unit, end] = pick(UNITS);
  return unit.repeat(Math.floor((limit - 300) / wire(unit).length)) + end;
}

/** A form of 256 KB, nearly all of it in one field. */
export function longForm(start: Record<string, unknown>, name: string): string {
  const wire = (text: string) => encodeURIComponent(text);
  const params = new URLSearchParams(start as Record<string, string>);
  params.delete(name);
  return `${wire(name)}=${wire(longText(256 * 1024 - 2_000, wire))}&${params.toString()}`;
}

/** JSON of 1 MB, nearly all of it in one field. */
export function longJson(start: Record<string, unknown>, name: string): string {
  const wire = (text: string) => Buffer.from(JSON.stringify(text)).toString('latin1').slice(1, -1);
  const text = longText(1_000_000 - 5_000, wire);
  return JSON.stringify({ ...start, [name]: chance(0.9) ? text : [text] });
}
