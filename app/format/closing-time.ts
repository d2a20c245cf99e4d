import { getEndOfUtcDay } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { formatDateTime, formatDay } from './date';
import { getFormatter, type Locale } from './locale';

/** Formats the last UTC day of a round or shared page, with the time where the reader's day goes on after it. */
export function formatLastDay(day: string, locale: Locale): string {
  const end = getEndOfUtcDay(day);
  return isWithinDay(end, day, locale) ? formatDateTime(end, locale) : formatDay(day, locale);
}

/** Formats the last UTC day of a round as `nearDay`, such as "today", and the time as above. */
export function formatNearLastDay(nearDay: string, day: string, locale: Locale): string {
  const end = getEndOfUtcDay(day);
  if (!isWithinDay(end, day, locale)) return nearDay;
  return `${nearDay}, ${getFormatter(locale, { timeStyle: 'short' }).format(end)}`;
}

function isWithinDay(moment: Date, day: string, { timeZone }: Locale): boolean {
  return getLocalDay(moment, timeZone) === day;
}
