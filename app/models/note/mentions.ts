import type { User } from '#db/schema';
import { caseFolded } from '#db/fold';

/** Finds the people whom a text names by `@first name` or `@email` (rules 18.11, 18.12 and 18.13). */

export type Mentionable = Pick<User, 'id' | 'firstName' | 'email'>;

/** Where in the text it stands, from '@' on, in UTF-16 code units. */
interface Mention {
  start: number;
  end: number;
  userId: string;
}
/** Without `userId` where two of the people have this first name. */
type Named = Omit<Mention, 'userId'> & { userId?: string };
export type FindMentions = (text: string) => Mention[];

/** Scripts that write words without spaces: any letter may stand beside a name. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const WORD = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])`;
const ENDS_UNSPACED = new RegExp(`[${UNSPACED}\\p{M}]$`, 'u');
/** An '@' within an address is none. */
const ADDRESS = 'https?:\\/\\/[!#-;=?-~]+';

/** Finds mentions of these people. A first name that two of them have mentions nobody. */
export function mentionFinder(people: Mentionable[]): FindMentions {
  const find = nameFinder(people);
  return (text) =>
    find(text).flatMap(({ userId, ...range }) => (userId ? [{ ...range, userId }] : []));
}

/** Finds the names of these people after an '@', also those that two of them have. */
export function nameFinder(people: Mentionable[]): (text: string) => Named[] {
  const byName = idsByName(people);
  const names = [...byName.keys()].sort((left, right) => right.length - left.length);
  if (!names.length) return () => [];
  const pattern = new RegExp(
    `${ADDRESS}|(?<!${WORD})@(?<name>${names.map(patternOf).join('|')})`,
    'giu',
  );
  return (text) =>
    [...text.matchAll(pattern)].flatMap(({ 0: match, index, groups }) => {
      if (!groups?.name) return [];
      const userId = byName.get(nameKey(groups.name));
      return [{ start: index, end: index + match.length, userId }];
    });
}

/** Undefined for a first name that two of them have. */
function idsByName(people: Mentionable[]): Map<string, string | undefined> {
  const byName = new Map<string, string | undefined>();
  for (const { id, firstName } of people) {
    const name = nameKey(firstName ?? '');
    if (name) byName.set(name, byName.has(name) ? undefined : id);
  }
  for (const { id, email } of people) byName.set(nameKey(email), id);
  return byName;
}

const PLAIN_NAME = /^[a-z][a-z' -]*$/i;

/** What to type after '@' to tell each of these people: the first name if it is found as theirs. */
export function namesToType(people: Mentionable[]): string[] {
  const byName = idsByName(people);
  const find = nameFinder(people);
  // A plain name is found. The search itself takes a deal's page some 3 ms.
  const isFound = (name: string) => PLAIN_NAME.test(name) || find(`@${name}`).length > 0;
  return people.map(({ id, firstName, email }) => {
    const isTheirs = firstName && byName.get(nameKey(firstName)) === id;
    return isTheirs && isFound(firstName) ? firstName : email;
  });
}

function nameKey(name: string): string {
  return caseFolded(name).trim().replace(/\s+/g, ' ');
}

function patternOf(name: string): string {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '[^\\S\\n]+');
  return ENDS_UNSPACED.test(name) ? escaped : `${escaped}(?![.@-]?${WORD})`;
}
