import { describe, expect, test } from 'vitest';
import { addDays } from '~/domain/date/calendar-day';
import { CalendarDay } from '~/domain/date/schema';
import { getDayBounds, getLocalDay, toLocalTime, toMoment } from '~/domain/date/time-zone';
import { getMeetingDueDay } from '~/domain/deal/meeting-due';
import { formatDate, formatDateTime, formatDay } from '~/format/date';
import { ROUNDS } from '../durability/rounds';

const moment = new Date('2026-03-29T00:30:00Z');
const at = (timeZone: string, language = 'en-US') => ({ timeZone, language });

describe("dates and times in the viewer's time zone (rules 14.1 and 14.2)", () => {
  test.each([
    ['UTC', '2026-03-29T00:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-28T20:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-29T06:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-29T14:30:00.000Z'],
    ['Pacific/Pago_Pago', '2026-03-28T13:30:00.000Z'],
  ])('the clock in %s shows %s, and its day', (zone, shown) => {
    expect(toLocalTime(moment, zone).toISOString()).toBe(shown);
    expect(getLocalDay(moment, zone)).toBe(shown.slice(0, 10));
  });

  test.each([
    ['2026-06-01T22:00:07Z', '2026-06-02T00:00:07.000Z'],
    // Covers the hour that comes twice, and the one that is skipped.
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00.000Z'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00.000Z'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000Z'],
  ])('at %s it is %s in Berlin', (utc, shown) =>
    expect(toLocalTime(new Date(utc), 'Europe/Berlin').toISOString()).toBe(shown),
  );

  const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu'];
  test.each([...ZONES, 'Africa/Casablanca', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'the clock in %s is right at every hour of two years',
    (zone) => {
      // The Swedish form is 'yyyy-mm-dd hh:mm:ss'.
      const format = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
      const shown = new Intl.DateTimeFormat('sv-SE', format);
      const moments = [
        ...Array.from({ length: 2 * 366 * 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour)),
        ...Array.from({ length: 2_000 }, (_, n) => Date.UTC(1990, 0, 1) + n * 887_654_321),
      ];
      const show = (time: number) => toLocalTime(new Date(time), zone).toISOString().slice(0, 19);
      // One expectation for all: 20,000 take five seconds.
      const wrong = moments.filter((time) => show(time) !== shown.format(time).replace(' ', 'T'));
      expect(wrong.map(show)).toEqual([]);
    },
  );

  test('a time names UTC only while the time zone is unknown', () => {
    expect(formatDateTime(moment, at('UTC'))).toMatch(/^Mar 29, 2026, 12:30\sAM UTC$/);
    expect(formatDateTime(moment, at('America/New_York'))).toMatch(/^Mar 28, 2026, 8:30\sPM$/);
    expect(formatDateTime(moment, at('Europe/Berlin', 'de-DE'))).toBe('29.03.2026, 01:30');
  });

  test('a date follows zone and language beyond the cache size', () => {
    for (let i = 0; i < 450; i++) formatDate(moment, at('UTC', `en-x-a${i}`));
    expect(formatDate(moment, at('America/New_York'))).toBe('Mar 28, 2026');
    expect(formatDate(moment, at('UTC', 'de-DE'))).toBe('29.03.2026');
  });
});

describe('calendar days (rule 14.3)', () => {
  test('a calendar day is the same in every time zone', () => {
    for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])
      expect(formatDay('2026-01-01', at(zone)), zone).toBe('Jan 1, 2026');
  });
});

test.each([
  ['2026-01-31', 30, '2026-03-02'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-05-05', 0, '2026-05-05'],
  ['2026-01-01', 360, '2026-12-27'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s plus %i days is %s', (day, days, then) => expect(addDays(day, days)).toBe(then));

describe('days and local times (rule 14.6)', () => {
  test.each([
    // Midnight is skipped.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
    // Midnight comes twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
    ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    // The clock went from 23:30 to 0:30, and over a whole day.
    ['1919-03-31', 'America/Toronto', '1919-03-31T04:30:00.000Z'],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ])('the day %s in %s begins at %s', (day, zone, start) => {
    expect(getDayBounds(day, zone).start.toISOString()).toBe(start);
    expect(getDayBounds(addDays(day, -1), zone).end.toISOString()).toBe(start);
  });

  test.each([
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-09-06', '00:30', 'America/Santiago', '2026-09-06T04:30:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ])('the local time %s %s in %s is %s', (day, time, zone, moment) => {
    expect(toMoment(day, time, zone).toISOString()).toBe(moment);
  });

  test('a day begins with its first second in every time zone', () => {
    const wrong: string[] = [];
    for (const [n, zone] of Intl.supportedValuesOf('timeZone').entries()) {
      const year = 1990 + 10 * (n % (6 - ROUNDS.decadesPerZone));
      for (const day of listDaysWithChange(zone, year, year + 10 * ROUNDS.decadesPerZone)) {
        const { start, end } = getDayBounds(day, zone);
        const isFirst = getLocalDay(start, zone) >= day;
        const isLast = getLocalDay(new Date(start.getTime() - 1_000), zone) < day;
        if (!isFirst || !isLast || end < start) wrong.push(`${zone} ${day}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a local time is shown as typed or later in every time zone', () => {
    const wrong: string[] = [];
    for (const [n, zone] of Intl.supportedValuesOf('timeZone').entries())
      for (let year = 1900 + (n % 10); year <= 2200; year += 10)
        for (const day of [`${year}-03-28`, `${year}-10-04`]) {
          const typed = `${day}T02:30:00.000Z`;
          const shown = toLocalTime(toMoment(day, '02:30', zone), zone).toISOString();
          if (shown < typed || shown > `${day}T05`) wrong.push(`${zone} ${typed} ${shown}`);
        }
    expect(wrong).toEqual([]);
  });
});

/** Returns the days on which the zone's offset changes, and the days after. */
function listDaysWithChange(zone: string, from: number, to: number): string[] {
  const offset = (day: number) =>
    toLocalTime(new Date(day * 86_400_000), zone).getTime() - day * 86_400_000;
  const days: string[] = [];
  const toDayNumber = (year: number, month: number) => Date.UTC(year, month, 1) / 86_400_000;
  for (let year = from; year < to; year++)
    for (let month = 0; month < 12; month++) {
      let before = toDayNumber(year, month);
      let after = toDayNumber(year, month + 1);
      if (offset(before) === offset(after)) continue;
      while (after - before > 1) {
        const middle = Math.floor((before + after) / 2);
        if (offset(middle) === offset(before)) before = middle;
        else after = middle;
      }
      for (const day of [before - 1, before, after, after + 1])
        days.push(new Date(day * 86_400_000).toISOString().slice(0, 10));
    }
  return days;
}

describe('due days and accepted years (rules 14.7 and 17.2)', () => {
  test.each([
    ['2026-10-10T22:30:00Z', 120, 'Europe/Berlin', '2027-02-08'],
    ['2026-03-01T22:30:00Z', 30, 'Europe/Berlin', '2026-03-31'],
    ['2026-10-10T22:30:00Z', 120, 'UTC', '2027-02-07'],
    ['2026-03-01T04:30:00Z', 30, 'America/New_York', '2026-03-30'],
  ])('a meeting set at %s for %i days is due in %s on %s', (set, days, zone, due) => {
    const meetingDueAt = new Date(Date.parse(set) + days * 86_400_000);
    expect(getMeetingDueDay({ meetingDueAt, meetingDays: days, nextMeetingOn: null }, zone)).toBe(
      due,
    );
  });

  test.each(['1899-12-31', '2201-01-01', '0001-01-01', '9999-12-31'])(
    'the day %s is refused for its year',
    (day) => {
      const message = CalendarDay.safeParse(day).error?.issues[0]?.message;
      expect(message).toBe('Please enter a date from 1900 to 2200');
    },
  );
});
