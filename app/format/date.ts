import { getLocalDay } from '~/domain/date/time-zone';
import { getFormatter, type Locale } from './locale';

/** Formats a calendar day (YYYY-MM-DD): Nov 20, 2026. */
export function formatDay(day: string, locale: Locale): string {
  return getFormatter(
    { language: locale.language, timeZone: 'UTC' },
    { dateStyle: 'medium' },
  ).format(new Date(`${day}T00:00:00Z`));
}

export function formatMonth(month: string, { language }: Locale): string {
  const format = getFormatter({ language, timeZone: 'UTC' }, { year: 'numeric', month: 'short' });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

export function formatDate(moment: Date, locale: Locale): string {
  return getFormatter(locale, { dateStyle: 'medium' }).format(moment);
}

/** Formats a date, with its year only if that is not the current one: May 3. */
export function formatShortDate(moment: Date, locale: Locale): string {
  const isThisYear =
    getLocalDay(moment, locale.timeZone).slice(0, 4) ===
    getLocalDay(new Date(), locale.timeZone).slice(0, 4);
  if (!isThisYear) return formatDate(moment, locale);
  return getFormatter(locale, { month: 'short', day: 'numeric' }).format(moment);
}

/** Formats date and time; marked as UTC while the time zone is unknown. */
export function formatDateTime(moment: Date, locale: Locale): string {
  const shown = getFormatter(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
  return locale.timeZone === 'UTC' ? `${shown} UTC` : shown;
}
