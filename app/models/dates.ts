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

function formattedClock(moment: Date, locale: Locale): Date {
  const shown = format(
    { language: 'sv-SE', timeZone: locale.timeZone },
    { dateStyle: 'short', timeStyle: 'medium' },
  ).format(moment);
  return new Date(`${shown.replace(' ', 'T')}Z`);
}

/** When the viewer's clock shows this time, HH:MM, of a day; one that it skips is an hour later. */
export function momentOf(day: string, time: string, locale: Locale): Date {
  const guess = new Date(`${day}T${time}:00Z`);
  // Twice: the offset may change between the guess and the moment.
  const first = new Date(2 * guess.getTime() - wallClock(guess, locale).getTime());
  return new Date(first.getTime() + guess.getTime() - wallClock(first, locale).getTime());
}

export function dayBounds(day: string, locale: Locale): { start: Date; end: Date } {
  const begin = (date: string) => momentOf(date, '00:00', locale);
  return { start: begin(day), end: begin(daysAfter(day, 1)) };
}

/** When the viewer's day `daysAgo` days before today began; later days for negative numbers. */
export function startOfDay(daysAgo: number, locale: Locale, now = new Date()): Date {
  return dayBounds(daysAfter(localDay(now, locale), -daysAgo), locale).start;
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
