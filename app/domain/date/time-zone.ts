import { addDays, DAY_MS } from './calendar-day';

/** Returns the viewer's calendar day at a moment, YYYY-MM-DD. */
export function getLocalDay(moment: Date, timeZone: string): string {
  return toLocalTime(moment, timeZone).toISOString().slice(0, 10);
}

/** An entry takes about 100 bytes. */
const MAX_CACHED_OFFSETS = 20_000;

/** UTC offsets in ms by time zone and UTC day; undefined on a day when the offset changes. */
const offsets = new Map<string, number | undefined>();

/** Returns the viewer's local time as if it were UTC, because workbooks have no time zones. */
export function toLocalTime(moment: Date, timeZone: string): Date {
  const offset = getOffsetOn(Math.floor(moment.getTime() / DAY_MS), timeZone);
  return offset === undefined
    ? parseFormattedClock(moment, timeZone)
    : new Date(Math.floor(moment.getTime() / 1_000) * 1_000 + offset);
}

/**
 * Caches offsets, because formatting every time of a long workbook takes longer than writing it.
 */
function getOffsetOn(day: number, timeZone: string): number | undefined {
  const key = `${timeZone} ${day}`;
  if (offsets.has(key)) return offsets.get(key);
  if (offsets.size >= MAX_CACHED_OFFSETS) offsets.clear();
  const [begin, end] = [day * DAY_MS, (day + 1) * DAY_MS].map(
    (at) => parseFormattedClock(new Date(at), timeZone).getTime() - at,
  );
  const offset = begin === end ? begin : undefined;
  offsets.set(key, offset);
  return offset;
}

/** A formatter takes about 30 KB. */
const MAX_CACHED_CLOCKS = 200;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Caches formatters because constructing one is slow, up to a limit because clients choose the zone. */
function getClock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  if (clocks.size >= MAX_CACHED_CLOCKS) clocks.clear();
  const options = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  const clock = new Intl.DateTimeFormat('sv-SE', options);
  clocks.set(timeZone, clock);
  return clock;
}

const CLOCK_PATTERN = /^(\d+)-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

function parseFormattedClock(moment: Date, timeZone: string): Date {
  const shown = getClock(timeZone).format(moment);
  const [year, month, day, ...time] = (CLOCK_PATTERN.exec(shown) ?? []).slice(1).map(Number);
  if (year === undefined) return moment;
  const clock = new Date(0);
  clock.setUTCFullYear(year, month! - 1, day);
  clock.setUTCHours(...(time as [number, number, number]));
  return clock;
}

/** Offsets change by a day at most, so these probes around a local time find all that may apply. */
const OFFSET_PROBES_MS = [-DAY_MS, -DAY_MS / 2, 0, DAY_MS / 2, DAY_MS];

function listCandidateMoments(clock: number, timeZone: string): number[] {
  const getOffset = (time: number) => toLocalTime(new Date(time), timeZone).getTime() - time;
  const offsets = OFFSET_PROBES_MS.map((distance) => getOffset(clock + distance));
  return [...new Set(offsets)].map((offset) => clock - offset).sort((a, b) => a - b);
}

/**
 * Returns the first moment when the viewer's clock shows this time, HH:MM, of a day. A skipped time
 * moves forward by the length of the gap.
 */
export function toMoment(day: string, time: string, timeZone: string): Date {
  const clock = Date.parse(`${day}T${time}:00Z`);
  const candidates = listCandidateMoments(clock, timeZone);
  const getShownTime = (moment: number) => toLocalTime(new Date(moment), timeZone).getTime();
  const exact = candidates.find((moment) => getShownTime(moment) === clock);
  // Applies the offset before the change, which is the smaller one.
  return new Date(exact ?? candidates.at(-1)!);
}

/** Returns the first moment of the viewer's day: some zones skip midnight, or a whole day. */
function findStartOfDay(day: string, timeZone: string): Date {
  const clock = Date.parse(`${day}T00:00:00Z`);
  const candidates = listCandidateMoments(clock, timeZone);
  const getShownTime = (moment: number) => toLocalTime(new Date(moment), timeZone).getTime();
  const exact = candidates.find((moment) => getShownTime(moment) === clock);
  if (exact !== undefined) return new Date(exact);
  let before = candidates[0]! - 1_000;
  let start = candidates.at(-1)!;
  while (start - before > 1_000) {
    const middle = Math.floor((before + start) / 2_000) * 1_000;
    if (getShownTime(middle) < clock) before = middle;
    else start = middle;
  }
  return new Date(start);
}

export function getDayBounds(day: string, timeZone: string): { start: Date; end: Date } {
  return { start: findStartOfDay(day, timeZone), end: findStartOfDay(addDays(day, 1), timeZone) };
}

/**
 * Returns the start of the viewer's day `daysAgo` days before today; a negative number is a later
 * day.
 */
export function getStartOfDay(daysAgo: number, timeZone: string, now = new Date()): Date {
  return getDayBounds(addDays(getLocalDay(now, timeZone), -daysAgo), timeZone).start;
}
