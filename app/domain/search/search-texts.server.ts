import { type Column, or, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { getDatabasePath } from '#db/client';
import { listFoldings } from '#db/fold';
import type { Viewer } from '~/domain/access';
import { isStorable } from '~/domain/text/text';
import { getVisibilityKey } from '~/domain/visibility.server';
import { env } from '~/env.server';
import { badRequest, tooMany } from '~/errors';
import { runQuery } from '~/jobs/threads/pool.server';
import { normalizeSearchTerm } from './search-term';

/**
 * Matches a column of `buildSearchText` that contains the text, whatever the case, width and
 * accents, in any script (rule 4.2). Never matches U+0000, nor U+FFFE, which SQLite also reads for
 * other characters.
 */
export function columnContains(column: Column, typed: string): SQL {
  if (!isStorable(typed)) return sql`false`;
  return or(
    ...listFoldings(normalizeSearchTerm(typed)).map((form) => sql`instr(${column}, ${form})`),
  )!;
}

export function parseSearch(typed: string): string | undefined {
  const search = normalizeSearchTerm(typed);
  return search && isStorable(search) ? search : undefined;
}

/** Processor time: 10,000 deals with 10,000 characters each take 0.3 to 2 s. */
const SEARCH_TIMEOUT_MS = 3_000;
/** Limits a viewer's running and waiting searches, since every typed letter begins another. */
const MAX_CONCURRENT_SEARCHES = 4;
const ROWS_PER_TIME_CHECK = 64;

export function isWithinTimeLimit(id: Column): SQL {
  return sql`(${id} % ${sql.raw(`${ROWS_PER_TIME_CHECK}`)} or in_time())`;
}

const runningSearches = new Map<string, number>();

/**
 * Returns the ids that a query selects, in its order, cached until a commit. Runs in a thread,
 * because it reads all visible texts. `key` identifies the search. Throws 400 after 3 s of
 * processor time, and 429 or 503 if too many searches wait.
 */
export async function searchIds(
  viewer: Viewer,
  key: readonly unknown[],
  query: { toSQL(): { sql: string; params: unknown[] } },
): Promise<number[]> {
  const ids = await cacheUntilCommit(
    JSON.stringify([getVisibilityKey(viewer), ...key]),
    async () => {
      const count = runningSearches.get(viewer.id) ?? 0;
      if (count >= MAX_CONCURRENT_SEARCHES) throw tooMany(STILL_SEARCHING, 5);
      runningSearches.set(viewer.id, count + 1);
      const path = getDatabasePath(env.DATABASE_URL);
      const rows = await runQuery({
        path,
        ...query.toSQL(),
        timeoutMs: SEARCH_TIMEOUT_MS,
      }).finally(() => releaseSearchSlot(viewer.id));
      return rows?.map(([id]) => id as number) ?? null;
    },
  );
  if (!ids) throw badRequest(TOO_BROAD);
  return ids;
}

const STILL_SEARCHING = 'Your last searches are still running. Please try again in a moment.';
const TOO_BROAD =
  'This search takes too long because there is too much text to search. Please filter by owner first.';

function releaseSearchSlot(id: string): void {
  const count = runningSearches.get(id)! - 1;
  if (count) runningSearches.set(id, count);
  else runningSearches.delete(id);
}
