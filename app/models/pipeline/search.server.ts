import { and, desc, eq, exists, getTableName, inArray, min, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { folded, foldings, FORM_START } from '#db/fold';
import { contacts, evaluations, files, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { companyKey } from '~/models/pipeline/company-key';
import { sortByIds } from '~/models/pipeline/list.server';
import { contains, isInTime, readSearch, searchIds } from '~/models/search.server';
import { visibleTo } from '~/models/visibility.server';

/** Deals by any of their texts (rules 19.6 to 19.12). */

/** The most deals with the same key of the name that are compared. */
const MOST_NAMED = 2_000;

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
  businessIntroduction: pipelines.businessIntroduction,
  keyBusinessNumbers: pipelines.keyBusinessNumbers,
  comments: pipelines.comments,
  industries: pipelines.industries,
  evaluation: evaluations,
  meetingDays: pipelines.meetingDays,
  owner: { email: users.email, firstName: users.firstName },
};
export type FoundDeal = Awaited<ReturnType<typeof readFound>>[number];

/**
 * Visible deals with the text in the company's or a leader's name, in another of their texts, in the
 * notes of their evaluation, in a contact or in the name of a file: first those whose company begins with it, by name, then those with
 * it in a name, then the newest.
 */
export async function searchDeals(
  viewer: Viewer,
  typed: string,
  limit: number,
): Promise<FoundDeal[]> {
  const search = readSearch(typed);
  if (!search) return [];
  const { id, searchText, detailsText, createdAt } = pipelines;
  const isNamed = contains(searchText, search);
  const known = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.pipelineId, id), contains(contacts.searchText, search)));
  const named = db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.pipelineId, id), contains(files.searchText, search)));
  const isSaid = or(
    contains(detailsText, search),
    contains(evaluations.searchText, search),
    exists(known),
    exists(named),
  );
  const begins = companyBegins(search);
  const matches = db
    .select({ id })
    .from(pipelines)
    .leftJoin(evaluations, eq(evaluations.pipelineId, id))
    .where(and(visibleTo(viewer), isInTime(id), or(isNamed, isSaid)))
    .orderBy(
      desc(begins),
      sql`iif(${begins}, ${searchText}, '')`,
      desc(isNamed),
      desc(createdAt),
      desc(id),
    )
    .limit(limit);
  const ids = await searchIds(viewer, ['deals', search, limit], matches);
  return readFound(viewer, ids, search);
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
  const [first, ...otherRows] = rows.filter(
    ({ companyName }) => folded(companyName).trim() === folded(search),
  );
  return otherRows.length ? undefined : first?.id;
}

async function readFound(viewer: Viewer, ids: number[], search: string) {
  if (!ids.length) return [];
  const rows = await db
    .select(foundColumns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .leftJoin(evaluations, eq(evaluations.pipelineId, pipelines.id))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  const known = await foundContacts(viewer, ids, search);
  const named = await foundFiles(viewer, ids, search);
  return sortByIds(ids, rows).map((deal) => ({
    ...deal,
    contact: known.get(deal.id),
    file: named.get(deal.id),
  }));
}

/** The first contact of each of these deals that has the text, as a text. */
async function foundContacts(
  viewer: Viewer,
  dealIds: number[],
  search: string,
): Promise<Map<number, string>> {
  const ids = await firstHits(viewer, contacts, dealIds, search);
  const { pipelineId, name, role, email, phone, link, note } = contacts;
  const rows = await db
    .select({ pipelineId, name, role, email, phone, link, note })
    .from(contacts)
    .where(inArray(contacts.id, ids));
  return new Map(
    rows.map(({ pipelineId, ...texts }) => [
      pipelineId,
      Object.values(texts).filter(Boolean).join(', '),
    ]),
  );
}

/** The name of the first file of each of these deals that has the text. */
async function foundFiles(
  viewer: Viewer,
  dealIds: number[],
  search: string,
): Promise<Map<number, string>> {
  const { id, pipelineId, name } = files;
  const ids = await firstHits(viewer, files, dealIds, search);
  const rows = await db.select({ pipelineId, name }).from(files).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.pipelineId, row.name]));
}

/** The first row of each of these deals that has the text, found in a thread: a deal has up to 1,000. */
async function firstHits(
  viewer: Viewer,
  table: typeof contacts | typeof files,
  dealIds: number[],
  search: string,
): Promise<number[]> {
  const { id, pipelineId, searchText } = table;
  const hits = db
    .select({ id: min(id) })
    .from(table)
    .where(and(inArray(pipelineId, dealIds), isInTime(id), contains(searchText, search)))
    .groupBy(pipelineId);
  return searchIds(viewer, [getTableName(table), search, ...dealIds], hits);
}
