import type { Deal } from '#db/schema';
import {
  computeMeetingDueAt,
  getMeetingDays,
  getMeetingDueDay,
  type MeetingDueKey,
} from '~/domain/deal/meeting-due';
import { getValueLabel } from '~/domain/deal/offered-values';
import type { DealField, DealKey } from '~/domain/deal-field/fields';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { formatDay } from './date';
import type { Locale } from './locale';

export function formatDealField(
  { key, kind }: DealField,
  deal: Pick<Deal, DealKey | MeetingDueKey>,
  locale: Locale,
): string | string[] | null {
  const value = deal[key];
  if (value === null || Array.isArray(value)) return value;
  if (typeof value === 'number') return `${value.toFixed(1)}/10`;
  if (kind === 'day') return formatDay(value, locale);
  if (key !== 'nextMeetingDate') return getValueLabel(key, value);
  return formatMeeting(deal, locale);
}

export type NextMeeting = Pick<Deal, 'nextMeetingDate' | MeetingDueKey>;

/** Formats as '30 days (Dec 22, 2026)' or 'in 3 months (no date)'; null without a meeting. */
export function formatMeeting(meeting: NextMeeting, locale: Locale): string | null {
  const day = formatMeetingDay(meeting, locale);
  return day ? `${meeting.nextMeetingDate} (${day})` : meeting.nextMeetingDate;
}

export function formatOfferedMeeting(
  nextMeetingDate: string,
  lists: OptionLists,
  locale: Locale,
): string {
  const offered = { nextMeetingDate, nextMeetingSetAt: new Date() };
  const due = {
    nextMeetingOn: null,
    meetingDays: getMeetingDays(nextMeetingDate, lists),
    meetingDueAt: computeMeetingDueAt(offered, lists),
  };
  return formatMeeting({ nextMeetingDate, ...due }, locale)!;
}

export function formatMeetingDay(meeting: NextMeeting, locale: Locale): string | undefined {
  const due = getMeetingDueDay(meeting, locale.timeZone);
  if (due) return formatDay(due, locale);
  const { nextMeetingDate } = meeting;
  return !nextMeetingDate || nextMeetingDate === 'N/A' ? undefined : 'no date';
}
