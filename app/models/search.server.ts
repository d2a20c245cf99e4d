import { type Column, like, type SQL, sql } from 'drizzle-orm';
import { isStorable, normalizeForSearch } from './text';

/** More characters than any searched text has; SQLite refuses patterns of some 50,000 bytes. */
const SEARCH_LIMIT = 1_000;

/**
 * A case-insensitive substring search in normalized text, in any script (rule 4.2). SQLite reads a
 * pattern up to U+0000, and U+FFFE as U+FFFD; no stored text has them.
 */
export function contains(column: Column, search: string): SQL {
  if (!isStorable(search)) return sql`false`;
  const text = normalizeForSearch(search.slice(0, SEARCH_LIMIT));
  return like(column, sql`${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`);
}
