import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { stageNameColumn } from '~/domain/deal/columns.server';
import { buildDealFilter } from '~/domain/deal/filter.server';
import { SORT_ORDERS } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { sortByIds } from '~/domain/sort-by-ids';
import { visibleTo } from '~/domain/visibility.server';
import type { ReviewReason } from './reason';
import { MAX_COUNTED_DEALS, type SectionKey } from './sections';

export interface SectionRequest {
  key: SectionKey;
  query: DealQuery;
}

export async function listSectionDealIds(
  viewer: Viewer,
  section: SectionRequest,
): Promise<number[]> {
  const matches = db
    .select({ id: deals.id })
    .from(deals)
    .where(await buildDealFilter(viewer, section.query))
    .orderBy(...getSectionOrder(section.key))
    .limit(MAX_COUNTED_DEALS + 1)
    .as('found');
  const [row] = await db
    .select({ ids: sql<string>`json_group_array(${matches.id})` })
    .from(matches);
  return JSON.parse(row!.ids) as number[];
}

export async function hasMatchingDeals(viewer: Viewer, query: DealQuery): Promise<boolean> {
  const where = await buildDealFilter(viewer, query);
  return (await db.select({ id: deals.id }).from(deals).where(where).limit(1)).length > 0;
}

function getSectionOrder(key: SectionKey): SQL[] {
  switch (key) {
    case 'urgent':
    case 'overdue':
    case 'week':
      return [asc(deals.meetingDueAt), desc(deals.createdAt), desc(deals.id)];
    case 'moved':
      return SORT_ORDERS.active_desc;
    case 'quiet':
      return SORT_ORDERS.active_asc;
    case 'lookAgain':
      return [asc(deals.lookAgainOn), asc(deals.id)];
    case 'stalled':
      return [asc(deals.stageSince), asc(deals.id)];
    case 'noted':
      return SORT_ORDERS.noted_desc;
    case 'new':
    case 'unevaluated':
      return [desc(deals.createdAt), desc(deals.id)];
  }
}

const sectionColumns = {
  id: deals.id,
  userId: deals.userId,
  owner: { email: users.email, firstName: users.firstName },
  companyName: deals.companyName,
  fundingRound: deals.fundingRound,
  targetFundingSize: deals.targetFundingSize,
  evaluationScore: deals.evaluationScore,
  nextMeetingDate: deals.nextMeetingDate,
  nextMeetingOn: deals.nextMeetingOn,
  nextMeetingSetAt: deals.nextMeetingSetAt,
  meetingDays: deals.meetingDays,
  meetingDueAt: deals.meetingDueAt,
  createdAt: deals.createdAt,
  updatedAt: deals.updatedAt,
  notedAt: deals.notedAt,
  stage: stageNameColumn,
  stageSince: deals.stageSince,
  lookAgainOn: deals.lookAgainOn,
};
export type SectionRow = Awaited<ReturnType<typeof listSectionRows>>[number];
export type ReviewedDeal = SectionRow & { reason: ReviewReason | undefined };

export interface ReviewSection {
  key: SectionKey | 'tasks' | 'outcomes';
  title: string;
  query: DealQuery;
  count: number;
  more: boolean;
  deals: ReviewedDeal[];
}

export async function listSectionRows(viewer: Viewer, ids: number[]) {
  if (!ids.length) return [];
  const rows = await db
    .select(sectionColumns)
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return sortByIds(ids, rows);
}
