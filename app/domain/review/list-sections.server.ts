import { and, eq, inArray, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { stageNameColumn } from '~/domain/deal/columns.server';
import { buildDealFilter } from '~/domain/deal/filter.server';
import { getSortOrder } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import { sortByIds } from '~/domain/sort-by-ids';
import { visibleTo } from '~/domain/visibility.server';
import type { ReviewReason } from './reason';
import { MAX_COUNTED_DEALS, type SectionKey } from './sections';

export async function listSectionDealIds(viewer: Viewer, query: DealQuery): Promise<number[]> {
  const matches = db
    .select({ id: deals.id })
    .from(deals)
    .where(await buildDealFilter(viewer, query))
    .orderBy(...getSortOrder(query))
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
