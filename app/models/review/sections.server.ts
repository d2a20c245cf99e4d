import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { activeAt, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { matching } from '~/models/pipeline/filter.server';
import { sortByIds } from '~/models/pipeline/list.server';
import { stageName } from '~/models/pipeline/write.server';
import type { PipelineQuery } from '~/models/pipeline/query';
import { visibleTo } from '~/models/visibility.server';
import { MOST_COUNTED, type SectionKey } from './sections';

export interface AskedSection {
  key: SectionKey;
  query: PipelineQuery;
}

/** The deals of a section in order, at most one more than are counted. */
export async function sectionIds(viewer: Viewer, section: AskedSection): Promise<number[]> {
  const matches = db
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(await matching(viewer, section.query))
    .orderBy(...orderOf(section.key))
    .limit(MOST_COUNTED + 1)
    .as('found');
  const [row] = await db
    .select({ ids: sql<string>`json_group_array(${matches.id})` })
    .from(matches);
  return JSON.parse(row!.ids) as number[];
}

export async function hasDeals(viewer: Viewer, query: PipelineQuery): Promise<boolean> {
  const where = await matching(viewer, query);
  return (await db.select({ id: pipelines.id }).from(pipelines).where(where).limit(1)).length > 0;
}

function orderOf(key: SectionKey): SQL[] {
  switch (key) {
    case 'urgent':
    case 'overdue':
    case 'week':
      return [asc(pipelines.meetingDueAt), desc(pipelines.createdAt), desc(pipelines.id)];
    case 'moved':
      return [desc(activeAt(pipelines))];
    case 'quiet':
      return [asc(activeAt(pipelines)), asc(pipelines.id)];
    case 'lookAgain':
      return [asc(pipelines.lookAgainOn), asc(pipelines.id)];
    case 'stalled':
      return [asc(pipelines.stageSince), asc(pipelines.id)];
    case 'noted':
      return [desc(pipelines.notedAt)];
    case 'new':
    case 'unevaluated':
      return [desc(pipelines.createdAt), desc(pipelines.id)];
  }
}

const columns = {
  id: pipelines.id,
  userId: pipelines.userId,
  owner: { email: users.email, firstName: users.firstName },
  companyName: pipelines.companyName,
  fundingRound: pipelines.fundingRound,
  targetFundingSize: pipelines.targetFundingSize,
  evaluationScore: pipelines.evaluationScore,
  nextMeetingDate: pipelines.nextMeetingDate,
  nextMeetingSetAt: pipelines.nextMeetingSetAt,
  meetingDays: pipelines.meetingDays,
  meetingDueAt: pipelines.meetingDueAt,
  createdAt: pipelines.createdAt,
  updatedAt: pipelines.updatedAt,
  notedAt: pipelines.notedAt,
  stage: stageName,
  stageSince: pipelines.stageSince,
  lookAgainOn: pipelines.lookAgainOn,
};
export type SectionRow = Awaited<ReturnType<typeof readRows>>[number];
export type ReviewedDeal = SectionRow & { reason: string };

export interface ReviewSection {
  key: SectionKey | 'tasks';
  title: string;
  /** What lists all of them. */
  query: PipelineQuery;
  /** At most `MOST_COUNTED`; `more` if there are more than that. */
  count: number;
  more: boolean;
  deals: ReviewedDeal[];
}

/** Deals of sections; without those that the viewer sees no longer. */
export async function readRows(viewer: Viewer, ids: number[]) {
  if (!ids.length) return [];
  const rows = await db
    .select(columns)
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  return sortByIds(ids, rows);
}
