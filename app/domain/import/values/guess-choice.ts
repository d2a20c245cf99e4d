import { normalizeText } from '#db/fold';
import type { ValueChoice } from '#db/schema';
import type { Person } from '~/domain/custom-field/values';

function normalize(text: string): string {
  return normalizeText(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function findName(names: readonly string[], text: string): string | undefined {
  const wanted = normalize(text);
  const same = wanted ? names.filter((name) => normalize(name) === wanted) : [];
  return same.length === 1 ? same[0] : undefined;
}

export function guessOption(text: string, names: readonly string[]): ValueChoice | undefined {
  const to = findName(names, text);
  return to === undefined ? undefined : { do: 'set', to };
}

/** Returns the stage that the name of a sheet is, such as 'Passed' for 'Passed 2024'. */
export function findStageOfSheet(sheet: string, names: readonly string[]): string | undefined {
  return findName(names, stripYears(sheet));
}

function stripYears(text: string): string {
  return text.replace(/(?<!\d)(?:19|20)\d\d(?!\d)/g, '');
}

const REASON_SEPARATOR = /^(.{1,100}?)\s*(?:[-–—:/,]|\()\s*(.{1,100}?)\)?$/u;

/** Reads 'Passed - team' as Passed for the reason Team, and 'Invested!!' as Invested. */
export function guessStage(
  text: string,
  { names, closed, reasons }: { names: string[]; closed: string[]; reasons: string[] },
): ValueChoice | undefined {
  const same = guessOption(text, names) ?? guessOption(stripYears(text), names);
  if (same) return same;
  const [, head = '', tail = ''] = REASON_SEPARATOR.exec(text.trim()) ?? [];
  const stage = findName(closed, head);
  const reason = findName(reasons, tail);
  return stage && reason ? { do: 'close', stage, reason } : undefined;
}

export function guessPerson(text: string, people: Person[]): ValueChoice | undefined {
  const wanted = normalize(text);
  const candidates = [
    (name: string) => normalize(name),
    (name: string) => normalize(name.split(/\s+/)[0]!),
    (name: string) => getInitials(name),
  ];
  for (const getName of candidates) {
    const same = people.filter(({ name }) => wanted && getName(name) === wanted);
    if (same.length === 1) return { do: 'set', to: same[0]!.email };
  }
  return undefined;
}

function getInitials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  return words.length > 1 ? normalize(words.map((word) => [...word][0]).join('')) : '';
}
