/** '1 deal' or '1,200 deals'. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first names of `total`, with the number of the others at the end: 'Ana, Ben, 12 more'. */
export function namesText(firstNames: string[], total: number): string {
  const others = total - firstNames.length;
  return [...firstNames, ...(others > 0 ? [`${others.toLocaleString('en')} more`] : [])].join(', ');
}

/** The first `count` words, followed by '...' if there are more. */
export function firstWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/, count + 1);
  return words.length > count ? `${words.slice(0, count).join(' ')}...` : words.join(' ');
}

/** At most the first `limit` UTF-16 code units, never splitting a surrogate pair. */
export function truncated(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** In UTF-16 code units: of a longer text that is searched for, the beginning counts (rule 4.2). */
export const LONGEST_SEARCH = 100;

/** What is searched for, of what was typed. */
export function searchTerm(typed: string): string {
  const term = truncated(typed.trim(), LONGEST_SEARCH).trim();
  return isStorable(term) && isBlank(term) ? '' : term;
}

/** Not allowed in XML and so in a workbook: control characters, U+FFFE, U+FFFF, lone surrogates. */
const UNSTORABLE = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/u;

/** False for a text that no field accepts. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** White space, control characters, and signs without width or ink. */
const UNSEEN = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** True for a text in which a person sees nothing. */
export function isBlank(text: string): boolean {
  return UNSEEN.test(text);
}

/** Scripts in which the family name comes first and no space follows it. */
const FAMILY_FIRST =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fb\u30fc]+$/u;

/** Full name in the order of its script (rule 12.30), else email (rule 5.2). */
export function displayName(user: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}): string {
  return fullName(user.firstName, user.lastName) || user.email;
}

/** Names the author of a change: by name while they have an account, then by email. */
export function actorName(
  user: Parameters<typeof displayName>[0] | null,
  email: string | null,
): string {
  return user ? displayName(user) : (email ?? 'the system');
}

/** First name, else email: an owner in lists, filters and exports (rules 4.6 and 4.10). */
export function shortName({
  firstName,
  email,
}: {
  firstName?: string | null;
  email: string;
}): string {
  return firstName || email;
}

/** For example 'Ana Silva', and of 美 and 陈 '陈美'; empty without both names. */
export function fullName(
  first: string | null | undefined,
  last: string | null | undefined,
): string {
  const isFamilyFirst = [first, last].every((name) => name && FAMILY_FIRST.test(name));
  return isFamilyFirst ? `${last}${first}` : [first, last].filter(Boolean).join(' ');
}

const BROWSERS = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//];
const BROWSER_NAMES = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS/, /Linux/];
const SYSTEM_NAMES = ['Android', 'iOS', 'Windows', 'macOS', 'Linux'];

/** Browser and system of a User-Agent header, roughly: 'Firefox on Windows'. */
export function browserName(agent: string): string {
  const find = (patterns: RegExp[], names: string[]) =>
    names[patterns.findIndex((pattern) => pattern.test(agent))];
  const browser = find(BROWSERS, BROWSER_NAMES) ?? 'Unknown browser';
  const system = find(SYSTEMS, SYSTEM_NAMES);
  return system ? `${browser} on ${system}` : browser;
}
