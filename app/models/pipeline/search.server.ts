import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { folded, foldings, FORM_START } from '#db/fold';
import { pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { companyKey } from '~/models/pipeline/company-key';
import { sortByIds } from '~/models/pipeline/list.server';
import { contains, isInTime, searchIds } from '~/models/search.server';
import { isStorable, searchTerm } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';

/** Deals by company or leader (rules 19.6 to 19.12). */

const SHORTEST = 2;
/** Characters that are words. */
const WORDLIKE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;
/** Of the deals whose name has the same key, so many are compared. */
const MOST_NAMED = 2_000;

/** What is searched for; undefined if it is too short, or nothing can have it. */
export function readSearch(typed: string): string | undefined {
  const search = searchTerm(typed);
  const isLong = [...search].length >= SHORTEST || WORDLIKE.test(folded(search));
  return isLong && isStorable(search) ? search : undefined;
}

const foundColumns = {
  id: pipelines.id,
  companyName: pipelines.companyName,
  ceoName: pipelines.ceoName,
  cooName: pipelines.cooName,
  cfoName: pipelines.cfoName,
  fundingRound: pipelines.fundingRound,
  targetFundingSize: pipelines.targetFundingSize,
  evaluationScore: pipelines.evaluationScore,
  nextMeetingDate: pipelines.nextMeetingDate,
  owner: { firstName: users.firstName, email: users.email },
};
export type FoundDeal = Awaited<ReturnType<typeof readFound>>[number];

/**
 * Visible deals with the text in the company's or a leader's name: first those whose company begins
 * with it, by name, then the newest.
 */
export async function searchDeals(
  viewer: Viewer,
  typed: string,
  limit: number,
): Promise<FoundDeal[]> {
  const search = readSearch(typed);
  if (!search) return [];
  const { id, searchText, createdAt } = pipelines;
  const begins = companyBegins(search);
  const found = db
    .select({ id })
    .from(pipelines)
    .where(and(visibleTo(viewer), isInTime(id), contains(searchText, search)))
    .orderBy(desc(begins), sql`iif(${begins}, ${searchText}, '')`, desc(createdAt), desc(id))
    .limit(limit);
  const ids = await searchIds(viewer, ['deals', search, limit], found);
  return readFound(viewer, ids);
}

function companyBegins(search: string): SQL {
  const start = sql`${FORM_START} || ${pipelines.searchText}`;
  const begins = foldings(search).map((form) => sql`instr(${start}, ${FORM_START + form}) > 0`);
  return sql`(${or(...begins)})`;
}

/** The one visible deal with exactly this name; undefined for several. */
export async function findDealNamed(viewer: Viewer, typed: string): Promise<number | undefined> {
  const search = readSearch(typed);
  if (!search) return undefined;
  const rows = await db
    .select({ id: pipelines.id, companyName: pipelines.companyName })
    .from(pipelines)
    .where(and(eq(pipelines.companyKey, companyKey(search)), visibleTo(viewer)))
    .limit(MOST_NAMED);
  const [first, ...others] = rows.filter(
    ({ companyName }) => folded(companyName).trim() === folded(search),
  );
  return others.length ? undefined : first?.id;
}

async function readFound(viewer: Viewer, ids: number[]) {
  if (!ids.length) return [];
  const rows = await db
    .select(foundColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return sortByIds(ids, rows);
}
