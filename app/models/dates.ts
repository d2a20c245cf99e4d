/** Where the viewer is: what dates and times are shown in (rule 14.1). */
export interface Locale {
  language: string;
  /** An IANA name; UTC until the browser has told its own. */
  timeZone: string;
}

const MAX_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format is slow and using it is quick, so they are kept; how many is bounded, for locales come from outside. */
function format(
  { language, timeZone }: Locale,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${language} ${timeZone} ${options.dateStyle} ${options.timeStyle} ${options.year}`;
  let formatter = formats.get(key);
  if (!formatter) {
    if (formats.size >= MAX_FORMATS) formats.clear();
    formats.set(key, (formatter = new Intl.DateTimeFormat(language, { ...options, timeZone })));
  }
  return formatter;
}

/** The viewer's calendar day at a moment, YYYY-MM-DD. */
export function localDay(moment: Date, language: Locale): string {
  return format(
    { language: 'en-CA', timeZone: language.timeZone },
    { year: 'numeric', month: '2-digit', day: '2-digit' },
  ).format(moment);
}

const DAY = 86_400_000;
const MAX_OFFSETS = 20_000;
/** How far clocks are from UTC, in ms, by time zone and UTC day; undefined on a day when they change. */
const offsets = new Map<string, number | undefined>();

/** A moment as the viewer's clock shows it, as if that were UTC: what a workbook, which knows no time zones, takes. */
export function wallClock(moment: Date, language: Locale): Date {
  const offset = offsetOn(Math.floor(moment.getTime() / DAY), language);
  return offset === undefined
    ? shownClock(moment, language)
    : new Date(Math.floor(moment.getTime() / 1_000) * 1_000 + offset);
}

/** Asking for each moment of a long workbook takes longer than writing it. */
function offsetOn(day: number, language: Locale): number | undefined {
  const key = `${language.timeZone} ${day}`;
  if (offsets.has(key)) return offsets.get(key);
  if (offsets.size >= MAX_OFFSETS) offsets.clear();
  const [begin, end] = [day * DAY, (day + 1) * DAY].map(
    (at) => shownClock(new Date(at), language).getTime() - at,
  );
  const offset = begin === end ? begin : undefined;
  offsets.set(key, offset);
  return offset;
}

function shownClock(moment: Date, language: Locale): Date {
  const shown = format(
    { language: 'sv-SE', timeZone: language.timeZone },
    { dateStyle: 'short', timeStyle: 'medium' },
  ).format(moment);
  return new Date(`${shown.replace(' ', 'T')}Z`);
}

/** When the viewer's calendar day begins and ends. */
export function dayBounds(day: string, language: Locale): { start: Date; end: Date } {
  const begin = (date: string) => {
    const guess = new Date(`${date}T00:00:00Z`);
    // Twice, for the clock may change between the guess and the day's beginning.
    const first = new Date(2 * guess.getTime() - wallClock(guess, language).getTime());
    return new Date(first.getTime() + guess.getTime() - wallClock(first, language).getTime());
  };
  return { start: begin(day), end: begin(daysAfter(day, 1)) };
}

/** A calendar day some days later, YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** A calendar day as the viewer writes it: Nov 20, 2026. */
export function formatDay(day: string, language: Locale): string {
  return format({ language: language.language, timeZone: 'UTC' }, { dateStyle: 'medium' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** The day of a moment as the viewer writes it. */
export function formatDate(moment: Date, language: Locale): string {
  return format(language, { dateStyle: 'medium' }).format(moment);
}

/** Day and time of a moment as the viewer writes it; while the time zone is unknown, it says UTC. */
export function formatDateTime(moment: Date, language: Locale): string {
  const shown = format(language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment);
  return language.timeZone === 'UTC' ? `${shown} UTC` : shown;
}

/** The same moment one calendar month earlier; where that month is shorter, its last day. */
export function monthBefore(moment: Date): Date {
  const earlier = new Date(moment);
  earlier.setUTCMonth(moment.getUTCMonth() - 1);
  if (earlier.getUTCDate() !== moment.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
