import { and, eq, gte, inArray, lt, min, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { db } from '#db/client';
import { deals, historyEvents, lastActivityAt } from '#db/schema';
import { addDays, DAY_MS } from '~/domain/date/calendar-day';
import { getLocalDay, getStartOfDay } from '~/domain/date/time-zone';
import { listMeetingDays } from '~/domain/option-list/list.server';
import { listStages } from '~/domain/stage/stages.server';
import type { DueFilter } from './filters';
import type { DealQuery } from './query';

export function getQueryTimeZone({ timeZone = 'UTC' }: DealQuery): string {
  return timeZone;
}

export function filterByTime(query: DealQuery): (SQL | undefined)[] {
  const { createdSince, updatedSince, movedSince, notedSince, quiet } = query;
  const timeZone = getQueryTimeZone(query);
  const filterSince = (days: number | undefined, isSince: (start: Date) => SQL) =>
    days === undefined ? undefined : isSince(getStartOfDay(days, timeZone));
  return [
    filterSince(createdSince, (start) => gte(deals.createdAt, start)),
    filterSince(updatedSince, (start) => gte(deals.updatedAt, start)),
    filterSince(movedSince, hasScoreMoved),
    filterSince(notedSince, (start) => gte(deals.notedAt, start)),
    // Counts whole days: quiet for 1 day means quiet since yesterday.
    quiet === undefined
      ? undefined
      : sql`${lastActivityAt(deals)} < ${getStartOfDay(quiet - 1, timeZone).getTime()}`,
  ];
}

/** Includes today. */
const WEEK_DAYS = 7;

export async function isDue(due: DueFilter, timeZone: string): Promise<SQL | undefined> {
  const days = await listMeetingDays();
  return due === 'overdue'
    ? isDueBefore(0, days, timeZone)
    : and(not(isDueBefore(0, days, timeZone)), isDueBefore(WEEK_DAYS, days, timeZone));
}

/**
 * Matches meetings due before the day that is `ahead` days after today. Counts calendar days, as
 * `getMeetingDueDay` does, while `meetingDueAt` counts 24 hours each: after a daylight saving change,
 * meetings that were set before it have another bound, by their number of days.
 */
function isDueBefore(ahead: number, meetingDays: number[], timeZone: string): SQL {
  const { meetingDueAt, meetingDays: daysOfDeal, nextMeetingOn } = deals;
  const usualBound = getStartOfDay(-ahead, timeZone).getTime();
  const otherBounds = meetingDays
    .map((days) => ({
      days,
      bound: getStartOfDay(days - ahead, timeZone).getTime() + days * DAY_MS,
    }))
    .filter(({ bound }) => bound !== usualBound);
  const cases = otherBounds.map(({ days, bound }) => sql`when ${days} then ${bound}`);
  const bound = cases.length
    ? sql`case ${daysOfDeal} ${sql.join(cases, sql` `)} else ${usualBound} end`
    : sql`${usualBound}`;
  const day = addDays(getLocalDay(new Date(), timeZone), ahead);
  const latest = Math.max(usualBound, ...otherBounds.map(({ bound }) => bound)) + DAY_MS;
  // The index serves the first condition.
  return and(
    lt(meetingDueAt, new Date(latest)),
    sql`iif(${nextMeetingOn} is null, ${meetingDueAt} < ${bound}, ${nextMeetingOn} < ${day})`,
  )!;
}

export async function isStalled(timeZone: string): Promise<SQL> {
  const { listed } = await listStages();
  const stalled = listed.flatMap(({ id, days }) =>
    days === null
      ? []
      : [and(eq(deals.stageId, id), lt(deals.stageSince, getStartOfDay(days, timeZone)))],
  );
  return or(...stalled) ?? sql`false`;
}

/** Scores have one decimal, so tenths compare exactly. */
const MIN_SCORE_MOVE_TENTHS = 10;

/**
 * Matches deals whose score is at least 1.0 from its value at `start`; excludes first scores and
 * new deals.
 */
function hasScoreMoved(start: Date): SQL {
  const first = db
    .select({
      id: sql<number>`cast(${historyEvents.subjectId} as integer)`.as('moved_id'),
      changeId: min(historyEvents.id).as('first_change'),
    })
    // Avoids the texts of 2,000 long changes, which take 250 ms.
    .from(sql`${historyEvents} indexed by changes_score`)
    .where(
      and(
        eq(historyEvents.subject, sql`'pipeline'`),
        eq(historyEvents.kind, sql`'changed'`),
        sql`${historyEvents.fields} ->> '$.evaluationScore' is not null`,
        gte(historyEvents.at, start),
      ),
    )
    // `+` keeps SQLite from reading all changes in the order of their deals.
    .groupBy(sql`+${historyEvents.subjectId}`)
    .as('first');
  const change = alias(historyEvents, 'change');
  const deal = alias(deals, 'moved');
  const before = sql`${change.fields} ->> '$.evaluationScore[0]'`;
  const tenths = sql`abs(round((${deal.evaluationScore} - (${before})) * 10))`;
  return inArray(
    deals.id,
    db
      .select({ id: first.id })
      .from(first)
      .innerJoin(change, eq(change.id, first.changeId))
      .innerJoin(deal, eq(deal.id, first.id))
      .where(and(lt(deal.createdAt, start), sql`${tenths} >= ${MIN_SCORE_MOVE_TENTHS}`)),
  );
}
