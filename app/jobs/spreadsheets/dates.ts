import type { ImportCell } from '#db/schema';
import { isDurationFormat, MAX_FORMAT_CHARACTERS } from './number-format';

/** Days from 1899-12-30 to 1904-01-01. */
const DAYS_TO_1904 = 1_462;
const DAY_SECONDS = 86_400;
/** 9999-12-31. */
const MAX_SERIAL = 2_958_465;
const EPOCH_MS = Date.UTC(1899, 11, 30);

/** Parses a day or moment as spreadsheets count it, since 1900 or 1904; a time alone is 'HH:MM'. */
export function parseSerialDate(serial: number, since1904: boolean): ImportCell {
  const seconds = Math.round(serial * DAY_SECONDS);
  if (serial >= 0 && seconds < DAY_SECONDS) return formatTime(seconds);
  const days = since1904 ? serial + DAYS_TO_1904 : serial;
  if (days < 0 || days > MAX_SERIAL + 1) return serial;
  // Excel counts 1900 as a leap year.
  const shift = !since1904 && days < 60 ? 1 : 0;
  const at = new Date(
    EPOCH_MS + (Math.round(days * DAY_SECONDS) + shift * DAY_SECONDS) * 1_000,
  ).toISOString();
  const time = at.slice(11, 16);
  return { date: at.slice(0, 10) + (time === '00:00' ? '' : `T${time}`) };
}

function formatTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(11, 16);
}

export function parseIsoDate(text: string): ImportCell {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(text) ?? [];
  if (!day) return text;
  return { date: time && time !== '00:00' ? `${day}T${time}` : day };
}

const BUILT_IN_DATE_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
] as const;

export function isBuiltInDateFormat(id: number): boolean {
  return BUILT_IN_DATE_FORMATS.some(([first, last]) => id >= first && id <= last);
}

export function isDateFormat(code: string): boolean {
  if (isDurationFormat(code)) return false;
  const bare = code
    .slice(0, MAX_FORMAT_CHARACTERS)
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gs, '')
    .split(';')[0]!;
  return !/general/i.test(bare) && /[ymdhs]/i.test(bare);
}
