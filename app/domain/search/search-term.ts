import { isBlank, isStorable, truncate } from '~/domain/text/text';

/** In UTF-16 code units: of a longer text that is searched for, the beginning counts (rule 4.2). */
export const MAX_SEARCH_LENGTH = 100;

/** What is searched for, of what was typed. */
export function normalizeSearchTerm(typed: string): string {
  const term = truncate(typed.trim(), MAX_SEARCH_LENGTH).trim();
  return isStorable(term) && isBlank(term) ? '' : term;
}
