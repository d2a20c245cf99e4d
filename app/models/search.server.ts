import { type Column, count, like, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines } from '#db/schema';
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

/** Characters of a term of an index of trigrams. */
export const TRIGRAM = 3;

type IndexName = 'pipeline' | 'note' | 'introduction';

/** Selects the rows that hold a normalized text by an index of trigrams (`trigramMatch`). */
export function rowsHolding(name: IndexName, text: string, most = 0): SQL {
  const index = sql.identifier(`${name}_search`);
  return sql`select rowid from ${index} where ${index} match ${trigramMatch(name, text, most)}`;
}

/**
 * The query of an index of trigrams for a normalized text: a phrase; of a shorter text, at most
 * `most` of the terms that begin with it. The index is `NAME_search`, with its terms in `NAME_terms`.
 */
function trigramMatch(name: IndexName, text: string, most: number): SQL {
  const length = [...text].length;
  if (length >= TRIGRAM) return sql`${`"${text.replaceAll('"', '""')}"`}`;
  const terms = sql.identifier(`${name}_terms`);
  const isOne = (term: SQL) => sql`substr(${term}, 1, ${length}) = ${text}`;
  // Each term is looked up after the one before: reading them all reads all of their places.
  return sql`(with recursive found(term) as (
    select (select term from ${terms} where term >= ${text} order by term limit 1)
    union all
    select (select term from ${terms} where term >= found.term || char(1) order by term limit 1)
    from found where ${isOne(sql`found.term`)} limit ${most})
    select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    from found where ${isOne(sql`term`)})`;
}

const SEARCHED = { pipeline: pipelines, note: notes };
/** At most so many of the terms that begin with a shorter text are looked up. */
const MOST_TERMS = 300;
/** With more rows that hold a text, it is frequent. */
const FREQUENT = 2_000;

/** The latest rows that hold a normalized text, whoever may see them. */
export async function latestHolding(
  name: keyof typeof SEARCHED,
  text: string,
  limit: number,
): Promise<number[]> {
  const index = sql.identifier(`${name}_search`);
  const rows = await db
    .select({ id: sql<number>`rowid` })
    .from(sql`${index}`)
    .where(sql`${index} match ${trigramMatch(name, text, MOST_TERMS)}`)
    .orderBy(sql`rowid desc`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * The condition that a row holds a normalized text, by the index of trigrams. A frequent text is
 * looked for in the rows themselves: in the order in which they are listed, some come soon.
 */
export async function isHolding(name: keyof typeof SEARCHED, text: string): Promise<SQL> {
  const { id, searchText } = SEARCHED[name];
  if (await isFrequent(name, text)) return sql`instr(${searchText}, ${text})`;
  return sql`${id} in (${rowsHolding(name, text, MOST_TERMS)})`;
}

/** The condition that a row is one of the latest that hold a normalized text. */
export function isAmongLatest(name: keyof typeof SEARCHED, text: string): SQL {
  const latest = sql`${rowsHolding(name, text, MOST_TERMS)} order by rowid desc limit ${FREQUENT}`;
  return sql`${SEARCHED[name].id} in (${latest})`;
}

async function isFrequent(name: keyof typeof SEARCHED, text: string): Promise<boolean> {
  const some = sql`${rowsHolding(name, text, MOST_TERMS)} limit ${FREQUENT + 1}`;
  const [found] = await db.select({ count: count() }).from(sql`(${some})`);
  return found!.count > FREQUENT;
}
