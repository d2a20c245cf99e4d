import type { Pipeline } from '#db/schema';
import { daysAfter, localDay, type Locale } from '~/models/dates';
import type { Lists } from '~/models/lists/lists';

/** What the fund's lists say of a deal. Values outside them are kept, shown and filterable (rule 3.7). */

/** Days from today to the next meeting (rule 14.4); none for N/A and anything else. */
export function meetingDays(
  nextMeetingDate: string | null | undefined,
  lists: Lists,
): number | null {
  return lists.named('meetings', nextMeetingDate ?? '')?.days ?? null;
}

const DAY = 86_400_000;

/** When the next meeting is due, from when it was set; null for N/A and unknown values. */
export function meetingDueAt(
  pipeline: { nextMeetingDate?: string | null; nextMeetingSetAt?: Date | null },
  lists: Lists,
): Date | null {
  const days = meetingDays(pipeline.nextMeetingDate, lists);
  const setAt = pipeline.nextMeetingSetAt;
  return setAt && days !== null ? new Date(setAt.getTime() + days * DAY) : null;
}

export type DueKey = 'meetingDueAt' | 'meetingDays';

/**
 * Returns the viewer's day on which the next meeting is due, counted in days from the one on which it
 * was set: `meetingDueAt` counts 24 hours each, and days may have 23 or 25.
 */
export function dueDay(
  { meetingDueAt, meetingDays }: Pick<Pipeline, DueKey>,
  locale: Locale,
): string | undefined {
  if (!meetingDueAt) return undefined;
  const days = meetingDays ?? 0;
  return daysAfter(localDay(new Date(meetingDueAt.getTime() - days * DAY), locale), days);
}

/** Urgent: the next meeting is as soon as possible. */
export function isUrgent({ meetingDays }: Pick<Pipeline, 'meetingDays'>): boolean {
  return meetingDays === 0;
}

/** A round's position in the fund's list; other rounds come after, null for none. */
export function roundRank(fundingRound: string | null | undefined, lists: Lists): number | null {
  if (!fundingRound) return null;
  const names = lists.names('rounds');
  const rank = names.indexOf(fundingRound);
  return rank < 0 ? names.length : rank;
}

export function roundLabel(round: string): string {
  return /^[A-D]$/.test(round) ? `Series ${round}` : round;
}

interface Option {
  value: string;
  label: string;
}

export function roundOption(value: string): Option {
  return { value, label: roundLabel(value) };
}

export function option(value: string): Option {
  return { value, label: value };
}

/** What the fund offers for the fields of a deal. */
export function offeredValues(lists: Lists) {
  const isNow = ({ days }: { days: number | null }) => days === 0;
  const urgent = lists.listed('meetings').filter(isNow);
  return {
    industries: lists.names('industries'),
    fundingRound: lists.names('rounds').map(roundOption),
    nextMeetingDate: lists.names('meetings').map(option),
    /** Those that mark the deal as urgent. */
    urgent: urgent.map(({ name }) => name),
  };
}
export type OfferedValues = ReturnType<typeof offeredValues>;
