import type { Deal } from '#db/schema';
import { addDays, DAY_MS } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import type { OptionLists } from '~/domain/option-list/option-lists';

/** Returns the days until the next meeting (rule 14.4); null for N/A and unknown values. */
export function getMeetingDays(
  nextMeetingDate: string | null | undefined,
  lists: OptionLists,
): number | null {
  return lists.findByName('meetings', nextMeetingDate ?? '')?.days ?? null;
}

/** A day's meeting sorts by its noon in UTC. */
const NOON = 'T12:00:00Z';

/**
 * Returns when the next meeting is due: on its day, else counted from when it was set; null for N/A
 * and unknown values.
 */
export function computeMeetingDueAt(
  deal: {
    nextMeetingDate?: string | null;
    nextMeetingOn?: string | null;
    nextMeetingSetAt?: Date | null;
  },
  lists: OptionLists,
): Date | null {
  if (deal.nextMeetingOn) return new Date(deal.nextMeetingOn + NOON);
  const days = getMeetingDays(deal.nextMeetingDate, lists);
  const setAt = deal.nextMeetingSetAt;
  return setAt && days !== null ? new Date(setAt.getTime() + days * DAY_MS) : null;
}

export type MeetingDueKey = 'meetingDueAt' | 'meetingDays' | 'nextMeetingOn';

/**
 * Returns the viewer's day on which the next meeting is due. Counts calendar days, because
 * `meetingDueAt` counts 24 hours each and days may have 23 or 25.
 */
export function getMeetingDueDay(
  { meetingDueAt, meetingDays, nextMeetingOn }: Pick<Deal, MeetingDueKey>,
  timeZone: string,
): string | undefined {
  if (nextMeetingOn) return nextMeetingOn;
  if (!meetingDueAt) return undefined;
  const days = meetingDays ?? 0;
  return addDays(getLocalDay(new Date(meetingDueAt.getTime() - days * DAY_MS), timeZone), days);
}

/** 0 days stand for as soon as possible. */
export function isUrgent({ meetingDays }: Pick<Deal, 'meetingDays'>): boolean {
  return meetingDays === 0;
}
