import type { Deal } from '#db/schema';
import { addDays } from '~/domain/date/calendar-day';
import type { Locale } from '~/domain/date/locale';
import { getLocalDay } from '~/domain/date/time-zone';
import type { OptionLists } from '~/domain/option-list/option-lists';

/** What the fund's lists say of a deal. Values outside them are kept, shown and filterable (rule 3.7). */

/** Days from today to the next meeting (rule 14.4); none for N/A and anything else. */
export function getMeetingDays(
  nextMeetingDate: string | null | undefined,
  lists: OptionLists,
): number | null {
  return lists.named('meetings', nextMeetingDate ?? '')?.days ?? null;
}

const DAY_MS = 86_400_000;

/** When the next meeting is due, from when it was set; null for N/A and unknown values. */
export function computeMeetingDueAt(
  deal: { nextMeetingDate?: string | null; nextMeetingSetAt?: Date | null },
  lists: OptionLists,
): Date | null {
  const days = getMeetingDays(deal.nextMeetingDate, lists);
  const setAt = deal.nextMeetingSetAt;
  return setAt && days !== null ? new Date(setAt.getTime() + days * DAY_MS) : null;
}

export type MeetingDueKey = 'meetingDueAt' | 'meetingDays';

/**
 * Returns the viewer's day on which the next meeting is due, counted in days from the one on which it
 * was set: `meetingDueAt` counts 24 hours each, and days may have 23 or 25.
 */
export function getMeetingDueDay(
  { meetingDueAt, meetingDays }: Pick<Deal, MeetingDueKey>,
  locale: Locale,
): string | undefined {
  if (!meetingDueAt) return undefined;
  const days = meetingDays ?? 0;
  return addDays(getLocalDay(new Date(meetingDueAt.getTime() - days * DAY_MS), locale), days);
}

/** Urgent: the next meeting is as soon as possible. */
export function isUrgent({ meetingDays }: Pick<Deal, 'meetingDays'>): boolean {
  return meetingDays === 0;
}
