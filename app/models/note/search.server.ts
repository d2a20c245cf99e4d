import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines, users } from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { isAmongLatest, isHolding, latestHolding } from '~/models/search.server';
import { isStorable } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { type Excerpt, excerptOf } from './excerpt';
import { authorOf } from './list.server';
import { noteSearchText } from './schema';

/** Search in notes by the trigram index (rules 18.18 and 18.19). */

/** Fewer characters find nothing. */
const SHORTEST_SEARCH = 2;
const LONGEST_SEARCH = 200;

function readSearch(text: string): string | undefined {
  const search = noteSearchText(text.slice(0, 2 * LONGEST_SEARCH)).trim();
  const length = [...search].length;
  return length >= SHORTEST_SEARCH && length <= LONGEST_SEARCH && isStorable(search)
    ? search
    : undefined;
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
    ? await latestHolding('note', search, limit)
    : await ownHolding(viewer, search, limit);
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

/** One's own are mostly among the latest of all; otherwise they are all looked for. */
async function ownHolding(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  const latest = await ownNotes(viewer, isAmongLatest('note', search), limit);
  if (latest.length === limit) return latest;
  return ownNotes(viewer, await isHolding('note', search), limit);
}

async function ownNotes(viewer: Viewer, where: SQL, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: notes.id })
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(where, visibleTo(viewer)))
    .orderBy(desc(notes.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
