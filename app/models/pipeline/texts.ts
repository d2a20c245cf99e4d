import type { Pipeline } from '#db/schema';
import { daysBetween, formatDay, localDay, type Locale } from '~/models/dates';
import type { Lists } from '~/models/lists/lists';
import { type PipelineField, type PipelineKey, valueLabel } from './fields';
import { dueDay, type DueKey, meetingDays, meetingDueAt } from './options';
import { counted } from '~/models/text';

/** A field as the details show it; a list for a field with several values. */
export function fieldText(
  { key, kind }: PipelineField,
  pipeline: Pick<Pipeline, PipelineKey | DueKey>,
  locale: Locale,
): string | string[] | null {
  const value = pipeline[key];
  if (value === null || Array.isArray(value)) return value;
  if (typeof value === 'number') return `${value.toFixed(1)}/10`;
  if (kind === 'day') return formatDay(value, locale);
  if (key !== 'nextMeetingDate') return valueLabel(key, value);
  return meetingText(pipeline, locale);
}

type Meeting = Pick<Pipeline, 'nextMeetingDate' | DueKey>;

/** For example '30 days (Dec 22, 2026)', or 'in 3 months (no date)'; null without a meeting. */
export function meetingText(meeting: Meeting, locale: Locale): string | null {
  const day = meetingDay(meeting, locale);
  return day ? `${meeting.nextMeetingDate} (${day})` : meeting.nextMeetingDate;
}

/** The same for a value that is set now. */
export function offeredMeeting(nextMeetingDate: string, lists: Lists, locale: Locale): string {
  const offered = { nextMeetingDate, nextMeetingSetAt: new Date() };
  const due = {
    meetingDays: meetingDays(nextMeetingDate, lists),
    meetingDueAt: meetingDueAt(offered, lists),
  };
  return meetingText({ nextMeetingDate, ...due }, locale)!;
}

/** The day on which it falls due; 'no date' for a text that gives none, undefined for N/A. */
export function meetingDay(meeting: Meeting, locale: Locale): string | undefined {
  const due = dueDay(meeting, locale);
  if (due) return formatDay(due, locale);
  const { nextMeetingDate } = meeting;
  return !nextMeetingDate || nextMeetingDate === 'N/A' ? undefined : 'no date';
}

/**
 * The next meeting as something that falls due on the viewer's day, a number of days from today;
 * undefined for N/A and unknown values.
 */
export function followUp(meeting: Pick<Meeting, DueKey>, locale: Locale, now = new Date()) {
  const due = dueDay(meeting, locale);
  if (!due) return undefined;
  const days = daysBetween(localDay(now, locale), due);
  return { due, days, text: followUpText(days), isOverdue: days < 0 };
}
export type FollowUp = NonNullable<ReturnType<typeof followUp>>;

/** In days: in a list, only what falls due soon is said in words beside its day. */
const SOON = 7;

/** The same for a row of a list: undefined while it is further away. */
export function dueSoon(...args: Parameters<typeof followUp>): FollowUp | undefined {
  const due = followUp(...args);
  return due && due.days <= SOON ? due : undefined;
}

/** For example 'due in 4 days', 'due today' or '11 days overdue'. */
function followUpText(days: number): string {
  if (days < 0) return `${counted(-days, 'day')} overdue`;
  return days ? `due in ${counted(days, 'day')}` : 'due today';
}
