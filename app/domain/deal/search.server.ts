import { and, desc, eq, exists, getTableName, inArray, min, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { FOLDING_SEPARATOR, foldText, listFoldings } from '#db/fold';
import { attachments, contacts, deals, evaluations, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import {
  columnContains,
  isWithinTimeLimit,
  parseSearch,
  searchIds,
} from '~/domain/search/search-texts.server';
import { sortByIds } from '~/domain/sort-by-ids';
import { visibleTo } from '~/domain/visibility.server';
import { computeCompanyKey } from './company-key';

const MAX_SAME_KEY_DEALS = 2_000;

const foundColumns = {
  id: deals.id,
  companyName: deals.companyName,
  ceoName: deals.ceoName,
  cooName: deals.cooName,
  cfoName: deals.cfoName,
  fundingRound: deals.fundingRound,
  targetFundingSize: deals.targetFundingSize,
  evaluationScore: deals.evaluationScore,
  nextMeetingDate: deals.nextMeetingDate,
  nextMeetingOn: deals.nextMeetingOn,
  businessIntroduction: deals.businessIntroduction,
  keyBusinessNumbers: deals.keyBusinessNumbers,
  comments: deals.comments,
  industries: deals.industries,
  evaluation: evaluations,
  meetingDays: deals.meetingDays,
  owner: { email: users.email, firstName: users.firstName },
};
export type FoundDeal = Awaited<ReturnType<typeof loadFoundDeals>>[number];

/**
 * Finds visible deals with the text in any field, evaluation note, contact or file name (rules 19.6
 * to 19.12). Sorts companies that begin with it first, by name, then matches in names, then the
 * newest.
 */
export async function searchDeals(
  viewer: Viewer,
  typed: string,
  limit: number,
): Promise<FoundDeal[]> {
  const search = parseSearch(typed);
  if (!search) return [];
  const { id, searchText, detailsText, createdAt } = deals;
  const isInNames = columnContains(searchText, search);
  const matchingContacts = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.dealId, id), columnContains(contacts.searchText, search)));
  const matchingFiles = db
    .select({ id: attachments.id })
    .from(attachments)
    .where(and(eq(attachments.dealId, id), columnContains(attachments.searchText, search)));
  const isInOtherTexts = or(
    columnContains(detailsText, search),
    columnContains(evaluations.searchText, search),
    exists(matchingContacts),
    exists(matchingFiles),
  );
  const begins = companyStartsWith(search);
  const matches = db
    .select({ id })
    .from(deals)
    .leftJoin(evaluations, eq(evaluations.dealId, id))
    .where(and(visibleTo(viewer), isWithinTimeLimit(id), or(isInNames, isInOtherTexts)))
    .orderBy(
      desc(begins),
      sql`iif(${begins}, ${searchText}, '')`,
      desc(isInNames),
      desc(createdAt),
      desc(id),
    )
    .limit(limit);
  const ids = await searchIds(viewer, ['deals', search, limit], matches);
  return loadFoundDeals(viewer, ids, search);
}

function companyStartsWith(search: string): SQL {
  const start = sql`${FOLDING_SEPARATOR} || ${deals.searchText}`;
  const begins = listFoldings(search).map(
    (form) => sql`instr(${start}, ${FOLDING_SEPARATOR + form}) > 0`,
  );
  return sql`(${or(...begins)})`;
}

export async function findDealByName(viewer: Viewer, typed: string): Promise<number | undefined> {
  const search = parseSearch(typed);
  if (!search) return undefined;
  const rows = await db
    .select({ id: deals.id, companyName: deals.companyName })
    .from(deals)
    .where(and(eq(deals.companyKey, computeCompanyKey(search)), visibleTo(viewer)))
    .limit(MAX_SAME_KEY_DEALS);
  const [first, ...otherRows] = rows.filter(
    ({ companyName }) => foldText(companyName).trim() === foldText(search),
  );
  return otherRows.length ? undefined : first?.id;
}

async function loadFoundDeals(viewer: Viewer, ids: number[], search: string) {
  if (!ids.length) return [];
  const rows = await db
    .select(foundColumns)
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .leftJoin(evaluations, eq(evaluations.dealId, deals.id))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  const matchingContacts = await findMatchingContacts(viewer, ids, search);
  const matchingFiles = await findMatchingAttachments(viewer, ids, search);
  return sortByIds(ids, rows).map((deal) => ({
    ...deal,
    contact: matchingContacts.get(deal.id),
    file: matchingFiles.get(deal.id),
  }));
}

async function findMatchingContacts(
  viewer: Viewer,
  dealIds: number[],
  search: string,
): Promise<Map<number, string>> {
  const ids = await findFirstHits(viewer, contacts, dealIds, search);
  const { dealId, name, role, email, phone, link, note } = contacts;
  const rows = await db
    .select({ dealId, name, role, email, phone, link, note })
    .from(contacts)
    .where(inArray(contacts.id, ids));
  return new Map(
    rows.map(({ dealId, ...texts }) => [dealId, Object.values(texts).filter(Boolean).join(', ')]),
  );
}

async function findMatchingAttachments(
  viewer: Viewer,
  dealIds: number[],
  search: string,
): Promise<Map<number, string>> {
  const { id, dealId, name } = attachments;
  const ids = await findFirstHits(viewer, attachments, dealIds, search);
  const rows = await db.select({ dealId, name }).from(attachments).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.dealId, row.name]));
}

/** Finds each deal's first row with the text, in a thread because a deal has up to 1,000. */
async function findFirstHits(
  viewer: Viewer,
  table: typeof contacts | typeof attachments,
  dealIds: number[],
  search: string,
): Promise<number[]> {
  const { id, dealId, searchText } = table;
  const hits = db
    .select({ id: min(id) })
    .from(table)
    .where(and(inArray(dealId, dealIds), isWithinTimeLimit(id), columnContains(searchText, search)))
    .groupBy(dealId);
  return searchIds(viewer, [getTableName(table), search, ...dealIds], hits);
}
