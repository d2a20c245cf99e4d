import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { notes, pipelines, users } from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { trigramMatch } from '~/models/search.server';
import { isStorable } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { type Excerpt, excerptOf } from './excerpt';
import { authorOf } from './list.server';
import { noteSearchText } from './schema';

/** Search in notes by the trigram index (rules 18.18 and 18.19). */

/** Fewer characters find nothing. */
export const SHORTEST_SEARCH = 2;
const LONGEST_SEARCH = 200;
/** The trigrams that begin with two characters: at most so many are looked up. */
const MOST_TERMS = 300;
/** With more notes that hold a text, it is frequent. */
const FREQUENT = 2_000;
/** Notes that are searched between two turns of the event loop. */
const CHUNK = 100;

function readSearch(text: string): string | undefined {
  const search = noteSearchText(text.slice(0, 2 * LONGEST_SEARCH)).trim();
  const length = [...search].length;
  return length >= SHORTEST_SEARCH && length <= LONGEST_SEARCH && isStorable(search)
    ? search
    : undefined;
}

const matchOf = (search: string) => trigramMatch('note', search, MOST_TERMS);

function matchingIds(search: string): SQL {
  return sql`select rowid from note_search where note_search match ${matchOf(search)}`;
}

function isFrequent(search: string): SQL<number> {
  return sql<number>`(select count(*) from (${matchingIds(search)} limit ${FREQUENT + 1})) > ${FREQUENT}`;
}

/**
 * The condition on a deal that one of its notes holds the text, without regard to case. Of a text
 * that few notes hold, those are read; else, the notes of the deals one by one.
 */
export function noteMatches(text: string): SQL {
  const search = readSearch(text);
  if (!search) return sql`false`;
  return sql`case when ${isFrequent(search)}
    then exists (select 1 from notes where notes.pipeline_id = ${pipelines.id}
      and instr(notes.search_text, ${search}))
    else ${pipelines.id} in (select pipeline_id from notes where id in (${matchingIds(search)}))
    end`;
}

export interface FoundNote {
  id: number;
  pipelineId: number;
  companyName: string;
  excerpt: Excerpt;
  author: string;
  at: Date;
}

/**
 * The newest notes of visible deals that hold the text, without regard to case. Fewer than two
 * characters find nothing.
 */
export async function searchNotes(
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<FoundNote[]> {
  const search = readSearch(text);
  if (!search) return [];
  const ids = isStaff(viewer)
    ? await newest(search, limit)
    : await ownNewest(viewer, search, limit);
  if (!ids.length) return [];
  const rows = await db
    .select({
      note: notes,
      companyName: pipelines.companyName,
      user: { firstName: users.firstName, lastName: users.lastName, email: users.email },
    })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .leftJoin(users, eq(users.id, notes.authorId))
    .where(and(inArray(notes.id, ids), visibleTo(viewer)))
    .orderBy(desc(notes.id));
  return rows.map(({ note, companyName, user }) => ({
    id: note.id,
    pipelineId: note.pipelineId,
    companyName,
    excerpt: excerptOf(note.text, note.searchText, search),
    author: authorOf({ ...note, user }),
    at: note.createdAt,
  }));
}

async function newest(search: string, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: sql<number>`rowid` })
    .from(sql`note_search`)
    .where(sql`note_search match ${matchOf(search)}`)
    .orderBy(sql`rowid desc`)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A frequent text is looked for in the notes that the viewer sees, instead of in all. */
async function ownNewest(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  const [frequent] = await db.select({ yes: isFrequent(search) }).from(sql`(select 1)`);
  const ids = await ownIds(viewer, frequent!.yes ? undefined : matchingIds(search));
  if (!frequent!.yes) return ids.slice(0, limit);
  const found: number[] = [];
  for await (const chunk of inChunks(ids, CHUNK)) {
    found.push(...(await holding(search, chunk)));
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Notes that the viewer sees, newest first; of those `within` alone, if that is given. */
async function ownIds(viewer: Viewer, within?: SQL): Promise<number[]> {
  const isWithin = within && sql`${notes.id} in (${within})`;
  const rows = await db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(isWithin, visibleTo(viewer)))
    .orderBy(desc(notes.id));
  return rows.map(({ id }) => id);
}

async function holding(search: string, ids: number[]): Promise<number[]> {
  const rows = await db
    .select({ id: notes.id })
    .from(notes)
    .where(and(inArray(notes.id, ids), sql`instr(${notes.searchText}, ${search})`))
    .orderBy(desc(notes.id));
  return rows.map(({ id }) => id);
}
