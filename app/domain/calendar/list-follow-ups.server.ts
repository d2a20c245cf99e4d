import { and, between, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, tasks, users } from '#db/schema';
import { isSupportedDay, MAX_DAY, MIN_DAY } from '~/domain/date/calendar-day';
import { findStageIds } from '~/domain/stage/stages.server';
import { listOwnTasks, type OwnTask } from '~/domain/task/list.server';
import { isSharedWith } from '~/domain/visibility.server';

export async function listDatedTasks(userId: string): Promise<OwnTask[]> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const isOpen = inArray(deals.stageId, await findStageIds(['open']));
  // Conditions of a closing are still to be met.
  const where = or(isOpen, isNotNull(tasks.decisionId));
  const ownTasks = user ? await listOwnTasks(user, { where }) : [];
  return ownTasks.filter(({ dueOn }) => dueOn !== null && isSupportedDay(dueOn));
}

export type FollowUpDeal = Awaited<ReturnType<typeof listFollowUps>>[number];

const isOwnOrShared = (userId: string) => or(eq(deals.userId, userId), isSharedWith(userId));

async function isFollowUpFor(userId: string): Promise<SQL | undefined> {
  const isOpen = inArray(deals.stageId, await findStageIds(['open']));
  return and(isOwnOrShared(userId), isNotNull(deals.meetingDueAt), isOpen);
}

const isLookAgainFor = (userId: string) =>
  and(isOwnOrShared(userId), between(deals.lookAgainOn, MIN_DAY, MAX_DAY));

export async function hasFollowUps(userId: string): Promise<boolean> {
  const where = or(await isFollowUpFor(userId), isLookAgainFor(userId));
  return (await db.$count(deals, where)) > 0;
}

export async function listFollowUps(userId: string, maxEvents: number) {
  return db
    .select({
      id: deals.id,
      companyName: deals.companyName,
      nextMeetingDate: deals.nextMeetingDate,
      nextMeetingOn: deals.nextMeetingOn,
      meetingDays: deals.meetingDays,
      meetingDueAt: deals.meetingDueAt,
      lookAgainOn: deals.lookAgainOn,
      version: deals.version,
      updatedAt: deals.updatedAt,
    })
    .from(deals)
    .where(or(await isFollowUpFor(userId), isLookAgainFor(userId)))
    .orderBy(
      desc(sql`coalesce(${deals.lookAgainOn}, date(${deals.meetingDueAt} / 1000, 'unixepoch'))`),
    )
    .limit(maxEvents);
}
