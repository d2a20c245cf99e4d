import { isBlank, isStorable, truncate } from '~/domain/text/text';

/** In UTF-16 code units; a longer search is cut (rule 4.2). */
export const MAX_SEARCH_LENGTH = 100;

export function normalizeSearchTerm(typed: string): string {
  const term = truncate(typed.trim(), MAX_SEARCH_LENGTH).trim();
  return isStorable(term) && isBlank(term) ? '' : term;
}
