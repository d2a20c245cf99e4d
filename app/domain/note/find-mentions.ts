import { foldCase, toPlainPunctuation } from '#db/fold';
import type { User } from '#db/schema';

/** Finds the people that a text mentions by `@first name` or `@email` (rules 18.11 to 18.13). */

export type Mentionable = Pick<User, 'id' | 'firstName' | 'email'>;

interface Mention {
  start: number;
  end: number;
  userId: string;
}
/** `userId` is missing where two people share the first name. */
type NameMatch = Omit<Mention, 'userId'> & { userId?: string };
export type FindMentions = (text: string) => Mention[];

/** Scripts without spaces between words: any letter may stand beside a name. */
const UNSPACED_SCRIPTS = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const WORD_CHARACTER = `(?:(?![${UNSPACED_SCRIPTS}])[\\p{L}\\p{N}\\p{M}_])`;
const ENDS_UNSPACED = new RegExp(`[${UNSPACED_SCRIPTS}\\p{M}]$`, 'u');
/** Matches after a name that is only the beginning of a word or an address. */
const WORD_CONTINUATION = new RegExp(`[.@-]?${WORD_CHARACTER}`, 'uy');
/** Skips URLs, since an '@' in an address mentions nobody. */
const URL_SOURCE = 'https?:\\/\\/[!#-;=?-~]+';
const AT_SIGN_OR_URL = new RegExp(`${URL_SOURCE}|(?<!${WORD_CHARACTER})@`, 'giu');
const SPACES = /[^\S\n]+/y;

/** Returns a finder of mentions. A first name that two people share mentions nobody. */
export function createMentionFinder(people: Mentionable[]): FindMentions {
  const find = createNameFinder(people);
  return (text) =>
    find(text).flatMap(({ userId, ...range }) => (userId ? [{ ...range, userId }] : []));
}

export function createNameFinder(people: Mentionable[]): (text: string) => NameMatch[] {
  const byName = mapNamesToIds(people);
  const findName = createNameIndex([...byName.keys()]);
  return (text) => {
    if (!text.includes('@')) return [];
    const lower = lowerCaseInPlace(text);
    const found: NameMatch[] = [];
    const at = new RegExp(AT_SIGN_OR_URL);
    for (let match = at.exec(text); match; match = at.exec(text)) {
      const hit = match[0] === '@' ? findName(text, lower, match.index + 1) : undefined;
      if (!hit) continue;
      found.push({ start: match.index, end: hit.end, userId: byName.get(hit.name) });
      at.lastIndex = hit.end;
    }
    return found;
  };
}

/** Lower-cases without moving any character, and makes apostrophes and hyphens plain. */
function lowerCaseInPlace(input: string): string {
  const text = toPlainPunctuation(input);
  const lower = text.toLowerCase().replaceAll('ς', 'σ');
  if (lower.length === text.length) return lower;
  const letters = Array.from(text, (letter) => {
    const small = letter.toLowerCase();
    return small.length === letter.length ? small : letter;
  });
  return letters.join('').replaceAll('ς', 'σ');
}

type FindName = (
  text: string,
  lower: string,
  start: number,
) => { name: string; end: number } | undefined;

function createNameIndex(names: string[]): FindName {
  const sorted = names.sort((left, right) => (left < right ? -1 : 1));
  const shorter = findShorterNames(sorted);
  const firstLetters = new Set(sorted.map((name) => name.charCodeAt(0)));
  return (text, lower, start) => {
    if (!firstLetters.has(lower.charCodeAt(start))) return undefined;
    // Every name at this position is a prefix of the last name that does not sort after the text.
    let candidate: number | undefined = findLastNotAfter(sorted, lower, start);
    while (candidate !== undefined) {
      const name = sorted[candidate]!;
      const { end } = compareNameAt(name, lower, start);
      if (end !== undefined && isWholeName(name, text, end)) return { name, end };
      candidate = shorter[candidate];
    }
    return undefined;
  };
}

function findShorterNames(sorted: string[]): (number | undefined)[] {
  const open: number[] = [];
  return sorted.map((name, i) => {
    while (open.length && !name.startsWith(sorted[open.at(-1)!]!)) open.pop();
    const longest = open.at(-1);
    open.push(i);
    return longest;
  });
}

function findLastNotAfter(sorted: string[], lower: string, start: number): number | undefined {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareNameAt(sorted[middle]!, lower, start).order > 0) to = middle;
    else from = middle + 1;
  }
  return from ? from - 1 : undefined;
}

/** Compares a name with the text at `start`; `end` is set on a match, and a space matches one or more spaces. */
function compareNameAt(
  name: string,
  lower: string,
  start: number,
): { order: number; end?: number } {
  let position = start;
  for (let i = 0; i < name.length; i++) {
    const spacesEnd = endOfSpaces(lower, position);
    const isSpace = spacesEnd > position;
    const code = isSpace ? SPACE : lower.charCodeAt(position);
    const order = name.charCodeAt(i) - (position < lower.length ? code : -1);
    if (order !== 0) return { order };
    position = isSpace ? spacesEnd : position + 1;
  }
  return { order: 0, end: position };
}

const SPACE = ' '.charCodeAt(0);
const LAST_ASCII = 127;

function endOfSpaces(text: string, position: number): number {
  const code = text.charCodeAt(position);
  // The regular expression dominates a search: 150 ms instead of 40 for 50 notes full of '@'.
  if (code > SPACE && code <= LAST_ASCII) return position;
  SPACES.lastIndex = position;
  return SPACES.test(text) ? SPACES.lastIndex : position;
}

function isWholeName(name: string, text: string, end: number): boolean {
  WORD_CONTINUATION.lastIndex = end;
  return ENDS_UNSPACED.test(name) || !WORD_CONTINUATION.test(text);
}

function mapNamesToIds(people: Mentionable[]): Map<string, string | undefined> {
  const byName = new Map<string, string | undefined>();
  for (const { id, firstName } of people) {
    const name = normalizeName(firstName ?? '');
    if (name) byName.set(name, byName.has(name) ? undefined : id);
  }
  for (const { id, email } of people) byName.set(normalizeName(email), id);
  return byName;
}

const PLAIN_NAME = /^[a-z][a-z' -]*$/i;

/** Returns for each person the text to type after '@': the first name if it is unambiguous, else the email. */
export function listNamesToType(people: Mentionable[]): string[] {
  const byName = mapNamesToIds(people);
  const find = createNameFinder(people);
  // Skips the search for plain names, which takes about 3 ms of a deal's page.
  const isFound = (name: string) => PLAIN_NAME.test(name) || find(`@${name}`).length > 0;
  return people.map(({ id, firstName, email }) => {
    const isTheirs = firstName && byName.get(normalizeName(firstName)) === id;
    return isTheirs && isFound(firstName) ? firstName : email;
  });
}

function normalizeName(name: string): string {
  return foldCase(name).trim().replace(/\s+/g, ' ');
}
