import { describe, expect, test } from 'vitest';
import {
  daysAfter,
  localDay,
  formatDate,
  formatDateTime,
  formatDay,
  wallClock,
} from '~/models/dates';

const moment = new Date('2026-03-29T00:30:00Z');
const at = (timeZone: string, language = 'en-US') => ({ timeZone, language });

describe("dates and times are in the viewer's time zone (rule 14.1)", () => {
  test.each([
    ['UTC', '2026-03-29T00:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '2026-03-28T20:30:00.000Z'],
    ['Asia/Kathmandu', '2026-03-29T06:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-03-29T14:30:00.000Z'],
    ['Pacific/Pago_Pago', '2026-03-28T13:30:00.000Z'],
  ])('the clock in %s shows %s, and its day in any language', (zone, shown) => {
    expect(wallClock(moment, at(zone)).toISOString()).toBe(shown);
    for (const language of ['en-US', 'ar-EG', 'th-TH-u-ca-buddhist-nu-thai'])
      expect(localDay(moment, at(zone, language))).toBe(shown.slice(0, 10));
  });

  test.each([
    ['2026-06-01T22:00:07Z', '2026-06-02T00:00:07.000Z'],
    // The hour that is there twice, and the one that is not there.
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00.000Z'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00.000Z'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000Z'],
  ])(
    'at %s it is %s in Berlin: midnight is 00:00, seconds stay, summer time counts',
    (utc, shown) => expect(wallClock(new Date(utc), at('Europe/Berlin')).toISOString()).toBe(shown),
  );

  const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu'];
  test.each([...ZONES, 'Africa/Casablanca', 'Australia/Lord_Howe', 'Pacific/Apia'])(
    'in %s the clock is right at every hour of two years, and at odd seconds of others',
    (zone) => {
      // The Swedish form is 'yyyy-mm-dd hh:mm:ss'.
      const format = { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' } as const;
      const shown = new Intl.DateTimeFormat('sv-SE', format);
      const moments = [
        ...Array.from({ length: 2 * 366 * 24 }, (_, hour) => Date.UTC(2026, 0, 1, hour)),
        ...Array.from({ length: 2_000 }, (_, n) => Date.UTC(1990, 0, 1) + n * 887_654_321),
      ];
      for (const time of moments)
        expect(wallClock(new Date(time), at(zone)).toISOString().slice(0, 19)).toBe(
          shown.format(time).replace(' ', 'T'),
        );
    },
  );

  test('while the time zone is unknown, a time says UTC; a known one does not (rule 14.2)', () => {
    expect(formatDateTime(moment, at('UTC'))).toMatch(/^Mar 29, 2026, 12:30\sAM UTC$/);
    expect(formatDateTime(moment, at('America/New_York'))).toMatch(/^Mar 28, 2026, 8:30\sPM$/);
    expect(formatDateTime(moment, at('Europe/Berlin', 'de-DE'))).toBe('29.03.2026, 01:30');
  });

  test('a date follows zone and language, also after more of them than are kept', () => {
    for (let i = 0; i < 450; i++) formatDate(moment, at('UTC', `en-x-a${i}`));
    expect(formatDate(moment, at('America/New_York'))).toBe('Mar 28, 2026');
    expect(formatDate(moment, at('UTC', 'de-DE'))).toBe('29.03.2026');
  });
});

test('a calendar day is the same day in every time zone (rule 14.3)', () => {
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])
    expect(formatDay('2026-01-01', at(zone)), zone).toBe('Jan 1, 2026');
});

test.each([
  ['2026-01-31', 30, '2026-03-02'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-05-05', 0, '2026-05-05'],
  ['2026-01-01', 360, '2026-12-27'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s and %i days is %s', (day, days, then) => expect(daysAfter(day, days)).toBe(then));
