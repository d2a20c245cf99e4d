import { type Column, or, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { databasePath } from '#db/client';
import { foldings } from '#db/fold';
import { env } from '~/env.server';
import { badRequest, tooMany } from '~/refusal';
import { runRead } from '~/threads/pool.server';
import type { Viewer } from './access';
import { isStorable, searchTerm } from './text';
import { visibleScope } from './visibility.server';

/**
 * The condition that a column of `searchTextOf` has the text in it, without regard to case, width and
 * accents, in any script (rule 4.2). No stored text has U+0000, nor U+FFFE as which SQLite reads others.
 */
export function contains(column: Column, typed: string): SQL {
  if (!isStorable(typed)) return sql`false`;
  return or(...foldings(searchTerm(typed)).map((form) => sql`instr(${column}, ${form})`))!;
}

/** What is searched for; undefined for nothing, or what no text can have. */
export function readSearch(typed: string): string | undefined {
  const search = searchTerm(typed);
  return search && isStorable(search) ? search : undefined;
}

/** Of processor time, in ms. 10,000 deals with 10,000 characters each take 0.3 to 2 s. */
const PATIENCE = 3_000;
/** Searches of one viewer that run or wait: as one types, each letter begins another. */
const MOST_AT_ONCE = 4;
/** Rows between two looks at the clock. */
const ROWS = 64;

/** In a query for `searchIds`: true, or the end of a search that takes too long. */
export function isInTime(id: Column): SQL {
  return sql`(${id} % ${sql.raw(`${ROWS}`)} or in_time())`;
}

const running = new Map<string, number>();

/**
 * The ids that a query selects, in its order, cached until a commit. It runs in a thread: it reads
 * all texts that the viewer may see. `key` names what it looks for. Throws 400 if it takes longer
 * than 3 s of processor time, and 429 and 503 if too many searches wait.
 */
export async function searchIds(
  viewer: Viewer,
  key: readonly unknown[],
  query: { toSQL(): { sql: string; params: unknown[] } },
): Promise<number[]> {
  const ids = await cachedUntilCommit(JSON.stringify([visibleScope(viewer), ...key]), async () => {
    const count = running.get(viewer.id) ?? 0;
    if (count >= MOST_AT_ONCE) throw tooMany(STILL_SEARCHING, 5);
    running.set(viewer.id, count + 1);
    const path = databasePath(env.DATABASE_URL);
    const rows = await runRead('search', { path, ...query.toSQL(), patience: PATIENCE }).finally(
      () => leave(viewer.id),
    );
    return rows?.map(([id]) => id as number) ?? null;
  });
  if (!ids) throw badRequest(TOO_BROAD);
  return ids;
}

const STILL_SEARCHING = 'Your last searches are still running. Please try again in a moment.';
const TOO_BROAD =
  'This search takes too long because there is too much text to search. Please filter by owner first.';

function leave(id: string): void {
  const count = running.get(id)! - 1;
  if (count) running.set(id, count);
  else running.delete(id);
}
