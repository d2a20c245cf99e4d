import type { Pipeline } from '#db/schema';
import { daysAfter, formatDay, localDay, type Locale } from '~/models/dates';
import type { PipelineField, PipelineKey } from './fields';
import { valueLabel } from './labels';
import { meetingDays } from './options';

/** A field as the details show it; a list for a field with several values. */
export function fieldText(
  { key, kind }: PipelineField,
  pipeline: Pick<Pipeline, PipelineKey>,
  locale: Locale,
): string | string[] | null {
  const value = pipeline[key];
  if (value === null || Array.isArray(value)) return value;
  if (typeof value === 'number') return `${value.toFixed(1)}/10`;
  if (kind === 'day') return formatDay(value, locale);
  if (key !== 'nextMeetingDate') return valueLabel(key, value);
  return meetingText(value, locale);
}

/** For example '30 days (Dec 22, 2026)'. */
export function meetingText(nextMeetingDate: string, locale: Locale): string {
  const day = meetingDay(nextMeetingDate, locale);
  return day ? `${nextMeetingDate} (${day})` : nextMeetingDate;
}

/** The next meeting's day, counted from today; undefined for N/A and unknown values. */
export function meetingDay(nextMeetingDate: string | null, locale: Locale): string | undefined {
  const days = meetingDays(nextMeetingDate);
  const today = localDay(new Date(), locale);
  return days === null ? undefined : formatDay(daysAfter(today, days), locale);
}
