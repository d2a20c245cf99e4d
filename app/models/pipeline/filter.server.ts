import { and, eq, inArray, SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { pipelineIndustries, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { PipelineQuery } from './fields';
import { normalizeForSearch } from '~/models/text';
import { contains } from '~/models/user/write.server';
import { visibleTo } from '~/models/visibility.server';

/** How matches are found: gathered by the filters' own indexes, or met on a walk along the list, each deal looked at. */
export type Way = 'gather' | 'walk';

/** Visibility and filters: the same deals either way. Every list, count and export goes through here. */
export function matching(
  viewer: Viewer,
  query: PipelineQuery,
  way: Way = 'gather',
): SQL | undefined {
  const { search, industry, round, userId } = query;
  // The indexes of round and owner are in the order of time; on a walk in another order they must not be used.
  const isOrdered = way === 'gather' || query.sort === 'newest' || query.sort === 'oldest';
  const is = (column: typeof pipelines.userId | typeof pipelines.fundingRound, value: string) =>
    isOrdered ? eq(column, value) : sql`+${column} = ${value}`;
  return and(
    visibleTo(viewer),
    search ? (way === 'walk' ? contains(pipelines.searchText, search) : found(search)) : undefined,
    industry ? inIndustry(industry, way) : undefined,
    round ? is(pipelines.fundingRound, round) : undefined,
    ...ownersAsked(query).map((owners) =>
      way === 'gather' ? inArray(pipelines.userId, owners) : sql`+${pipelines.userId} in ${owners}`,
    ),
    userId ? is(pipelines.userId, userId) : undefined,
  );
}

function inIndustry(industry: string, way: Way): SQL {
  const named = db.select({ id: pipelineIndustries.pipelineId }).from(pipelineIndustries);
  if (way === 'gather')
    return inArray(pipelines.id, named.where(eq(pipelineIndustries.industry, industry)));
  return sql`exists ${named.where(and(eq(pipelineIndustries.industry, industry), sql`${pipelineIndustries.pipelineId} = ${pipelines.id}`))}`;
}

/** Whose deals the filters by group and by part of a name or email ask for: the owner is in each of these. */
export function ownersAsked({ group, owner }: PipelineQuery) {
  const filters = [
    group && sql`${users.group} = ${group}`,
    owner && contains(users.searchText, owner),
  ].filter((filter) => filter instanceof SQL);
  return filters.map((filter) => db.select({ id: users.id }).from(users).where(filter));
}

/** Ends every text of the index, so that its last signs begin a trigram, too. */
const END = '\uffff';

/**
 * Where a text stands in the deals' names, in any script, by the index of three signs in a row: a row for each deal, by `id`.
 * A shorter text is the beginning of some of them; U+10FFFF is the last sign there is. Undefined for a text that no name holds.
 */
function occurrences(search: string): { id: SQL; rows: SQL } | undefined {
  const text = normalizeForSearch(search);
  if (text.includes('\0') || text.includes(END)) return undefined;
  if ([...text].length < 3)
    return {
      id: sql`doc`,
      rows: sql`pipeline_grams where term >= ${text} and term <= ${text + '\u{10ffff}'.repeat(3)}`,
    };
  return {
    id: sql`rowid`,
    rows: sql`pipeline_search where pipeline_search match ${`"${text.replaceAll('"', '""')}"`}`,
  };
}

/** The deals whose names hold a text. */
function found(search: string): SQL {
  const all = occurrences(search);
  return all ? sql`${pipelines.id} in (select ${all.id} from ${all.rows})` : sql`false`;
}

/** More matches than this are dearer to gather than a look at every text. */
const COMMON = 3_000;

/** True for a text that very many deals hold. It counts no further than it must. */
export async function isCommon(search: string): Promise<boolean> {
  const all = occurrences(search);
  if (!all) return false;
  const [{ matches }] = (await db
    .select({ matches: sql<number>`count(*)` })
    .from(sql`(select 1 from ${all.rows} limit ${COMMON})`)) as [{ matches: number }];
  return matches === COMMON;
}
