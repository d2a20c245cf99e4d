/** The first `count` words (split at white space), followed by '...' where more follow. */
export function firstWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/, count + 1);
  return words.length > count ? `${words.slice(0, count).join(' ')}...` : words.join(' ');
}

/** The beginning of a text, at most `limit` UTF-16 code units of it and never half a character. */
export function truncated(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

/** What two texts must share to count as equal for search: compatibility form, lower case, one kind of sigma wherever it stands in a word. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}

/** How a person is called: full name, else email (rule 5.2). */
export function displayName(user: {
  firstName: string | null;
  lastName: string | null;
  email: string;
}): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
}

const BROWSERS = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//];
const BROWSER_NAMES = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS/, /Linux/];
const SYSTEM_NAMES = ['Android', 'iOS', 'Windows', 'macOS', 'Linux'];

/** Roughly what a session runs in, for its owner to tell one from another: 'Firefox on Windows'. */
export function browserName(agent: string): string {
  const find = (patterns: RegExp[], names: string[]) =>
    names[patterns.findIndex((pattern) => pattern.test(agent))];
  const browser = find(BROWSERS, BROWSER_NAMES) ?? 'Another program';
  const system = find(SYSTEMS, SYSTEM_NAMES);
  return system ? `${browser} on ${system}` : browser;
}
