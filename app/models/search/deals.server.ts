import { and, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { companyKey } from '~/models/pipeline/company-key';
import { isHolding, latestHolding } from '~/models/search.server';
import { isStorable, normalizeForSearch } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';

/** Deals by company or leader, whatever their number, in a few milliseconds (rules 19.6 to 19.12). */

const SHORTEST = 2;
/** Characters that are words. */
const WORDLIKE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]$/u;
const LONGEST = 200;
/** Of the names that begin with a text, so many are looked through for a user's own. */
const MOST_NAMED = 2_000;

/** The text as it is compared; undefined if it is too short or too long to search for. */
export function readSearch(text: string): string | undefined {
  const search = normalizeForSearch(text).trim();
  const length = [...search].length;
  const isLong = length >= SHORTEST || WORDLIKE.test(search);
  return isLong && length <= LONGEST && isStorable(search) ? search : undefined;
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
 * Visible deals with the text in the company's or a leader's name, without regard to case: first
 * those whose name begins with it, by name, then the newest.
 */
export async function searchDeals(
  viewer: Viewer,
  text: string,
  limit: number,
): Promise<FoundDeal[]> {
  const search = readSearch(text);
  if (!search) return [];
  const named = await idsNamed(viewer, search, limit);
  const holding = isStaff(viewer)
    ? await latestHolding('pipeline', search, limit)
    : await ownHolding(viewer, search, limit);
  const found = await readFound(viewer, [...new Set([...named, ...holding])]);
  const begins = ({ companyName }: FoundDeal) => normalizeForSearch(companyName).startsWith(search);
  const first = found.filter(begins).sort(byName);
  const others = found.filter((deal) => !begins(deal) && holding.includes(deal.id));
  return [...first, ...others.sort((one, other) => other.id - one.id)].slice(0, limit);
}

function byName(one: FoundDeal, other: FoundDeal): number {
  const [a, b] = [one, other].map(({ companyName }) => normalizeForSearch(companyName));
  return a === b ? other.id - one.id : a! < b! ? -1 : 1;
}

/** The one visible deal with exactly this name, without regard to case; undefined for several. */
export async function findDealNamed(viewer: Viewer, text: string): Promise<number | undefined> {
  const search = readSearch(text);
  if (!search) return undefined;
  const rows = await db
    .select({ id: pipelines.id, companyName: pipelines.companyName })
    .from(pipelines)
    .where(and(eq(pipelines.companyKey, companyKey(search)), visibleTo(viewer)))
    .limit(MOST_NAMED);
  const [first, ...others] = rows.filter(
    ({ companyName }) => normalizeForSearch(companyName).trim() === search,
  );
  return others.length ? undefined : first?.id;
}

/** Some of the deals whose name begins with the text, by the index of names. */
async function idsNamed(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  const key = companyKey(search);
  const { id, userId, companyKey: stored } = pipelines;
  const named = db
    .select({ id, userId })
    .from(pipelines)
    .where(and(gte(stored, key), lt(stored, `${key}\u{10ffff}`)))
    .orderBy(stored)
    .limit(MOST_NAMED)
    .as('named');
  const rows = await db
    .select({ id: named.id })
    .from(named)
    .where(visibleTo(viewer, named.userId))
    .limit(2 * limit);
  return rows.map((row) => row.id);
}

async function ownHolding(viewer: Viewer, search: string, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(and(await isHolding('pipeline', search), visibleTo(viewer)))
    .orderBy(desc(pipelines.createdAt), desc(pipelines.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

async function readFound(viewer: Viewer, ids: number[]) {
  if (!ids.length) return [];
  return db
    .select(foundColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
}
