import type { Pipeline } from '#db/schema';
import { formatDate, formatDay, type Locale } from '~/models/dates';
import type { Lists } from '~/models/lists/lists';
import type { PipelineField, PipelineKey } from './fields';
import { valueLabel } from './labels';
import { meetingDueAt } from './options';

/** A field as the details show it; a list for a field with several values. */
export function fieldText(
  { key, kind }: PipelineField,
  pipeline: Pick<Pipeline, PipelineKey | 'meetingDueAt'>,
  locale: Locale,
): string | string[] | null {
  const value = pipeline[key];
  if (value === null || Array.isArray(value)) return value;
  if (typeof value === 'number') return `${value.toFixed(1)}/10`;
  if (kind === 'day') return formatDay(value, locale);
  if (key !== 'nextMeetingDate') return valueLabel(key, value);
  return meetingText(pipeline, locale);
}

type Meeting = Pick<Pipeline, 'nextMeetingDate' | 'meetingDueAt'>;

/** For example '30 days (Dec 22, 2026)', or 'in 3 months (no date)'; null without a meeting. */
export function meetingText(meeting: Meeting, locale: Locale): string | null {
  const day = meetingDay(meeting, locale);
  return day ? `${meeting.nextMeetingDate} (${day})` : meeting.nextMeetingDate;
}

/** The same for a value that is set now. */
export function offeredMeeting(nextMeetingDate: string, lists: Lists, locale: Locale): string {
  const offered = { nextMeetingDate, nextMeetingSetAt: new Date() };
  return meetingText({ nextMeetingDate, meetingDueAt: meetingDueAt(offered, lists) }, locale)!;
}

/** The day on which it falls due; 'no date' for a text that gives none, undefined for N/A. */
export function meetingDay(
  { nextMeetingDate, meetingDueAt }: Meeting,
  locale: Locale,
): string | undefined {
  if (meetingDueAt) return formatDate(meetingDueAt, locale);
  return !nextMeetingDate || nextMeetingDate === 'N/A' ? undefined : 'no date';
}
