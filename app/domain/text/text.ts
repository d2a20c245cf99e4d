/** Formats as '1,200', with at most three decimals. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en');
}

/** Formats as '1 deal' or '1,200 deals'. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Joins the first of `total` names and counts the others: 'Ana, Ben, 12 more'. */
export function formatNames(firstNames: string[], total: number): string {
  const others = total - firstNames.length;
  return [...firstNames, ...(others > 0 ? [`${formatNumber(others)} more`] : [])].join(', ');
}

/** Returns the first `count` words, followed by '...' if there are more. */
export function getFirstWords(text: string, count: number): string {
  const words = text.trim().split(/\s+/, count + 1);
  return words.length > count ? `${words.slice(0, count).join(' ')}...` : words.join(' ');
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns at most the first `limit` UTF-16 code units, never splitting a surrogate pair. */
export function truncate(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

export function abbreviate(text: string, limit: number): string {
  return text.length > limit ? `${truncate(text, limit)}…` : text;
}

/**
 * Characters that XML and so a workbook forbids: control characters, U+FFFE, U+FFFF, lone
 * surrogates.
 */
export const UNSTORABLE_PATTERN = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]|\p{Surrogate}/u;

export function isStorable(text: string): boolean {
  return !UNSTORABLE_PATTERN.test(text);
}

/** White space, control characters, and characters without width or ink. */
const BLANK_PATTERN = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function isBlank(text: string): boolean {
  return BLANK_PATTERN.test(text);
}

const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Removes what web pages and messengers add to copied addresses and references. */
export function removeInvisible(text: string): string {
  return text.replace(INVISIBLE_CHARACTERS, '');
}
