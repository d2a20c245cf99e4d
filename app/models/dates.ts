/** How dates and times are formatted for the viewer (rule 14.1). */
export interface Locale {
  language: string;
  /** An IANA name; UTC until the browser has sent its own. */
  timeZone: string;
}

/** A formatter takes some 30 KB. */
const MAX_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Cached, because constructing a formatter is slow; bounded, because clients choose the locale. */
function format(
  { language, timeZone }: Locale,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const { dateStyle, timeStyle, year, month } = options;
  const key = [language, timeZone, dateStyle, timeStyle, year, month].join(' ');
  let formatter = formats.get(key);
  if (!formatter) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, (formatter = new Intl.DateTimeFormat(language, { ...options, timeZone })));
  }
  return formatter;
}

/** The viewer's calendar day at a moment, YYYY-MM-DD. */
export function localDay(moment: Date, locale: Locale): string {
  return wallClock(moment, locale).toISOString().slice(0, 10);
}

const DAY = 86_400_000;
/** An entry takes some 100 bytes. */
const MAX_OFFSETS = 20_000;
/** UTC offsets in ms by time zone and UTC day; undefined on a day when the offset changes. */
const offsets = new Map<string, number | undefined>();

/** The viewer's local time as if it were UTC: workbooks have no time zones. */
export function wallClock(moment: Date, locale: Locale): Date {
  const offset = offsetOn(Math.floor(moment.getTime() / DAY), locale);
  return offset === undefined
    ? formattedClock(moment, locale)
    : new Date(Math.floor(moment.getTime() / 1_000) * 1_000 + offset);
}

/** Cached: formatting every time of a long workbook takes longer than writing it. */
function offsetOn(day: number, locale: Locale): number | undefined {
  const key = `${locale.timeZone} ${day}`;
  if (offsets.has(key)) return offsets.get(key);
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  const [begin, end] = [day * DAY, (day + 1) * DAY].map(
    (at) => formattedClock(new Date(at), locale).getTime() - at,
  );
  const offset = begin === end ? begin : undefined;
  offsets.set(key, offset);
  return offset;
}

/** The Swedish form. */
const CLOCK = /^(\d+)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

function formattedClock(moment: Date, locale: Locale): Date {
  const shown = format(
    { language: 'sv-SE', timeZone: locale.timeZone },
    { dateStyle: 'short', timeStyle: 'medium' },
  ).format(moment);
  const [year, month, day, ...time] = (CLOCK.exec(shown) ?? []).slice(1).map(Number);
  if (year === undefined) return moment;
  const clock = new Date(0);
  clock.setUTCFullYear(year, month! - 1, day);
  clock.setUTCHours(...(time as [number, number, number]));
  return clock;
}

/** Offsets change by a day at most, so around a local time these have all that may hold. */
const AROUND_MS = [-DAY, -DAY / 2, 0, DAY / 2, DAY];

/** Returns the moments that may be a local time, which is given as if it were UTC, earliest first. */
function candidatesFor(clock: number, locale: Locale): number[] {
  const offsetAt = (time: number) => wallClock(new Date(time), locale).getTime() - time;
  const offsets = AROUND_MS.map((distance) => offsetAt(clock + distance));
  return [...new Set(offsets)].map((offset) => clock - offset).sort((a, b) => a - b);
}

/**
 * Returns the first moment when the viewer's clock shows this time, HH:MM, of a day. A time that it
 * skips is as much later as it skips.
 */
export function momentOf(day: string, time: string, locale: Locale): Date {
  const clock = Date.parse(`${day}T${time}:00Z`);
  const candidates = candidatesFor(clock, locale);
  const shows = (moment: number) => wallClock(new Date(moment), locale).getTime();
  const exact = candidates.find((moment) => shows(moment) === clock);
  // By the offset from before the change, which is the smaller one.
  return new Date(exact ?? candidates.at(-1)!);
}

/** Returns the first moment of the viewer's day: some zones skip midnight, or a whole day. */
function startOf(day: string, locale: Locale): Date {
  const clock = Date.parse(`${day}T00:00:00Z`);
  const candidates = candidatesFor(clock, locale);
  const shows = (moment: number) => wallClock(new Date(moment), locale).getTime();
  const exact = candidates.find((moment) => shows(moment) === clock);
  if (exact !== undefined) return new Date(exact);
  let [before, start] = [candidates[0]! - 1_000, candidates.at(-1)!];
  while (start - before > 1_000) {
    const middle = Math.floor((before + start) / 2_000) * 1_000;
    if (shows(middle) < clock) before = middle;
    else start = middle;
  }
  return new Date(start);
}

export function dayBounds(day: string, locale: Locale): { start: Date; end: Date } {
  return { start: startOf(day, locale), end: startOf(daysAfter(day, 1), locale) };
}

/** When the viewer's day `daysAgo` days before today began; later days for negative numbers. */
export function startOfDay(daysAgo: number, locale: Locale, now = new Date()): Date {
  return dayBounds(daysAfter(localDay(now, locale), -daysAgo), locale).start;
}

/** Days outside these years are typing errors, and calendars and workbooks cannot hold them all. */
export const MIN_DAY = '1900-01-01';
export const MAX_DAY = '2200-12-31';

/** True for YYYY-MM-DD of a day that exists. */
export function isCalendarDay(text: string): boolean {
  if (text.length !== 10 || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export function isInCalendar(day: string): boolean {
  return day >= MIN_DAY && day <= MAX_DAY;
}

/** Returns the nearest day that `isInCalendar`. */
export function nearestDay(day: string): string {
  if (day < MIN_DAY) return MIN_DAY;
  return day > MAX_DAY ? MAX_DAY : day;
}

/** From one calendar day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY;
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Formats a calendar day (YYYY-MM-DD): Nov 20, 2026. */
export function formatDay(day: string, locale: Locale): string {
  return format({ language: locale.language, timeZone: 'UTC' }, { dateStyle: 'medium' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

export function formatDate(moment: Date, locale: Locale): string {
  return format(locale, { dateStyle: 'medium' }).format(moment);
}

/** A date with its year only if that is another than the current one: May 3. */
export function formatShortDate(moment: Date, locale: Locale): string {
  const isThisYear =
    localDay(moment, locale).slice(0, 4) === localDay(new Date(), locale).slice(0, 4);
  if (!isThisYear) return formatDate(moment, locale);
  return format(locale, { month: 'short', day: 'numeric' }).format(moment);
}

/** Formats date and time; marked as UTC while the time zone is unknown. */
export function formatDateTime(moment: Date, locale: Locale): string {
  const shown = format(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
  return locale.timeZone === 'UTC' ? `${shown} UTC` : shown;
}

/** One calendar month earlier; the last day of that month if it is shorter. */
export function monthBefore(moment: Date): Date {
  const earlier = new Date(moment);
  earlier.setUTCMonth(moment.getUTCMonth() - 1);
  if (earlier.getUTCDate() !== moment.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
