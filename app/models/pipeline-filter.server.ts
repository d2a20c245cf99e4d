import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { pipelineIndustries, pipelines, users } from '#db/schema';
import { isStaff, type Viewer } from './access';
import type { PipelineQuery } from './pipeline';
import { folded } from './text';
import { contains } from './user.server';

/** What the viewer may see: staff everything, a user their own (clarification 8). */
export function visibleTo(viewer: Viewer): SQL | undefined {
  return isStaff(viewer) ? undefined : eq(pipelines.userId, viewer.id);
}

/** How matches are found: gathered by the filters' own indexes, or met on a walk along the list, each deal looked at. */
export type Way = 'gather' | 'walk';

/** Visibility and filters: the same deals either way. Every list, count and export goes through here. */
export function matching(viewer: Viewer, query: PipelineQuery, way: Way = 'gather'): SQL | undefined {
  const { search, industry, round, group, userId, owner } = query;
  // The indexes of round and owner are in the order of time; on a walk in another order they must not be used.
  const isOrdered = way === 'gather' || query.sort === 'newest' || query.sort === 'oldest';
  const is = (column: typeof pipelines.userId | typeof pipelines.fundingRound, value: string) => (isOrdered ? eq(column, value) : sql`+${column} = ${value}`);
  return and(
    isStaff(viewer) ? undefined : is(pipelines.userId, viewer.id),
    search ? (way === 'walk' ? contains(pipelines.searchText, search) : found(search)) : undefined,
    industry ? inIndustry(industry, way) : undefined,
    round ? is(pipelines.fundingRound, round) : undefined,
    group ? ownedBy(sql`${users.group} = ${group}`, way) : undefined,
    userId ? is(pipelines.userId, userId) : undefined,
    owner ? ownedBy(contains(users.searchText, owner), way) : undefined,
  );
}

function inIndustry(industry: string, way: Way): SQL {
  const named = db.select({ id: pipelineIndustries.pipelineId }).from(pipelineIndustries);
  if (way === 'gather') return inArray(pipelines.id, named.where(eq(pipelineIndustries.industry, industry)));
  return sql`exists ${named.where(and(eq(pipelineIndustries.industry, industry), sql`${pipelineIndustries.pipelineId} = ${pipelines.id}`))}`;
}

function ownedBy(which: SQL, way: Way): SQL {
  const owners = db.select({ id: users.id }).from(users).where(which);
  return way === 'gather' ? inArray(pipelines.userId, owners) : sql`+${pipelines.userId} in ${owners}`;
}

/** Ends every text of the index, so that its last signs begin a trigram, too. */
const END = '\uffff';

/**
 * The deals whose names hold a text, in any script, by the index of three signs in a row. A shorter text is the beginning
 * of some of them; U+10FFFF is the last sign there is.
 */
function found(search: string): SQL {
  const text = folded(search);
  if (text.includes('\0') || text.includes(END)) return sql`false`;
  if ([...text].length < 3) return sql`${pipelines.id} in (select doc from pipeline_grams where term >= ${text} and term <= ${text + '\u{10ffff}'.repeat(3)})`;
  return sql`${pipelines.id} in (select rowid from pipeline_search where pipeline_search match ${phrase(text)})`;
}

function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** More matches than this are dearer to gather than a look at every text. */
const COMMON = 3_000;

/** True for a text that very many deals hold. It counts no further than it must. */
export async function isCommon(search: string): Promise<boolean> {
  const text = folded(search);
  if (text.includes('\0') || text.includes(END)) return false;
  const matches = [...text].length < 3 ? sql`pipeline_grams where term >= ${text} and term <= ${text + '\u{10ffff}'.repeat(3)}` : sql`pipeline_search where pipeline_search match ${phrase(text)}`;
  const [{ matches: counted }] = await db.select({ matches: sql<number>`count(*)` }).from(sql`(select 1 from ${matches} limit ${COMMON})`) as [{ matches: number }];
  return counted === COMMON;
}
