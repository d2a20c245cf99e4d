import { describe, expect, test } from 'vitest';
import { getLocalDay } from '~/domain/date/time-zone';
import { formatDateTime } from '~/format/date';
import { readLocale } from '~/http/session/appearance.server';

const FALLBACK = { language: 'en-US', timeZone: 'UTC' };
const locale = (cookie?: string, language?: string) =>
  readLocale(
    new Request('http://localhost:3000/', {
      headers: {
        ...(cookie !== undefined && { Cookie: cookie }),
        ...(language !== undefined && { 'Accept-Language': language }),
      },
    }),
  );

describe('time zone and language (rule 14.1)', () => {
  test.each([
    ['tz=Europe/Berlin', 'de-DE,de;q=0.9', { language: 'de-DE', timeZone: 'Europe/Berlin' }],
    [
      'session=x; tz=America/North_Dakota/Center; toast=y',
      'zh-CN',
      { language: 'zh-CN', timeZone: 'America/North_Dakota/Center' },
    ],
    ['tz="Europe/Berlin"', 'de', { language: 'de', timeZone: 'Europe/Berlin' }],
    ['tz=Etc/GMT+5', ' fr ;q=1', { language: 'fr', timeZone: 'Etc/GMT+5' }],
    ['tz=Asia/Tokyo', undefined, { language: 'en-US', timeZone: 'Asia/Tokyo' }],
    [undefined, 'ja', { language: 'ja', timeZone: 'UTC' }],
    [undefined, undefined, FALLBACK],
  ])('the cookie %s with %s gives the locale', (cookie, language, expected) => {
    expect(locale(cookie, language)).toEqual(expected);
  });

  test.each([
    '',
    'tz=',
    'tz=Mars/Olympus',
    'tz=../../etc/passwd',
    'tz=%2e%2e',
    'tz=UTC<script>',
    'xtz=Europe/Berlin',
    'tz',
    '=',
    ';;;',
    `tz=${'A'.repeat(60_000)}`,
    'tz=Europe',
    'tz=constructor',
    'tz=__proto__',
    'tz=-',
    'tz=/',
    'tz=+01',
    'tz=1',
  ])('a hostile time zone is read as UTC: %#', (cookie) => {
    expect(locale(cookie).timeZone).toBe('UTC');
  });

  test.each([
    '',
    '*',
    '*;q=0.5',
    ',',
    ';',
    'x',
    '-',
    'en_US',
    'i',
    '../..',
    'a'.repeat(60_000),
    'constructor',
    '<script>',
    '1',
    'en-',
    'en--US',
    'zz-ZZ-zz-ZZ-zz',
    '\u00ff',
  ])('a hostile language is read as en-US: %#', (language) => {
    expect(locale(undefined, language).language).toBe('en-US');
  });

  test.each([
    'ar-EG-u-nu-arab',
    'th-u-ca-buddhist',
    'fa',
    'he-u-ca-hebrew',
    'en-u-tz-usnyc',
    'en-US-u-hc-h24-x-private',
  ])('the calendar of a language (%s) changes no calendar day', (language) => {
    const result = locale('tz=Pacific/Kiritimati', language);
    expect(result.timeZone).toBe('Pacific/Kiritimati');
    expect(getLocalDay(new Date('2026-11-20T23:00:00Z'), result.timeZone)).toBe('2026-11-21');
    expect(formatDateTime(new Date(0), result)).not.toBe('');
  });
});
