import { normalized } from '#db/fold';
import type { ImportCell, ImportSheet } from '#db/schema';
import { cellText } from '~/models/import/cell';

/** Days as people write them. */

const MONTHS = [
  ['jan', 'januar', 'january', 'janner'],
  ['feb', 'februar', 'february'],
  ['mar', 'marz', 'mrz', 'march'],
  ['apr', 'april'],
  ['may', 'mai'],
  ['jun', 'juni', 'june'],
  ['jul', 'juli', 'july'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'okt', 'october', 'oktober'],
  ['nov', 'november'],
  ['dec', 'dez', 'december', 'dezember'],
];

const YEAR_FIRST = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*[日일]?$/;
const NUMBERS = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})$/;
const DAY_NAME_YEAR =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]*(?:of )?(\p{L}+)\.?[\s,-]*'?(\d{4}|\d{2})$/u;
const NAME_DAY_YEAR = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+'?(\d{4}|\d{2})$/u;

const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)\p{L}*\.?,?\s+/u;
const TIME = /[\s,t]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?\s*z?$/u;

/** Longer texts are no days; the patterns would take long to say so. */
const LONGEST = 100;

function plain(cell: ImportCell): string {
  const text = cellText(cell).trim();
  if (text.length > LONGEST) return '';
  const withoutMarks = normalized(text, 'NFKD').replace(/\p{M}/gu, '');
  return normalized(withoutMarks, 'NFC')
    .toLowerCase()
    .trim()
    .replace(TIME, '')
    .replace(/\s*\([月火水木金土日一二三四五六]\)$/u, '')
    .replace(WEEKDAY, '');
}

function iso(year: number, month: number, day: number): string | undefined {
  const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  const date = new Date(`${text.join('-')}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === day;
  return exists ? text.join('-') : undefined;
}

/** 26 is 2026 and 85 is 1985, as in Excel of today. */
function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function monthNumber(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name)) + 1;
}

function named(text: string): string | undefined {
  const [, day, name, year] = DAY_NAME_YEAR.exec(text) ?? [];
  if (name) return iso(fullYear(year!), monthNumber(name), Number(day));
  const [, first, second, last] = NAME_DAY_YEAR.exec(text) ?? [];
  return first ? iso(fullYear(last!), monthNumber(first), Number(second)) : undefined;
}

/** With points the day is first, everywhere; with slashes and hyphens it may be the month. */
function isOpen(text: string): boolean {
  const [, first, separator, second] = NUMBERS.exec(text) ?? [];
  if (!first || separator === '.') return false;
  return Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

/** What stands between the numbers of such a day, also in full width. */
const OPEN_SEPARATOR = /[-/\ufe63\uff0d\uff0f]/;

/** True for '3/4/2026': the day or the month may be first. */
export function isAmbiguousDay(cell: ImportCell): boolean {
  return typeof cell === 'string' && OPEN_SEPARATOR.test(cell) && isOpen(plain(cell));
}

/** What a date with slashes or hyphens can only begin with; undefined for any other cell. */
function onlyOrder(cell: ImportCell): 'day' | 'month' | undefined {
  if (typeof cell !== 'string' || !OPEN_SEPARATOR.test(cell)) return undefined;
  const [, first, , second] = NUMBERS.exec(plain(cell)) ?? [];
  const [a, b] = [Number(first), Number(second)];
  if (a > 12 && a <= 31 && b >= 1 && b <= 12) return 'day';
  return b > 12 && b <= 31 && a >= 1 && a <= 12 ? 'month' : undefined;
}

/** Notes for each column its first ambiguous day, and the first ones that can be read only one way. */
export function noteDays(
  { openDays = {}, settledDays = {} }: Pick<ImportSheet, 'openDays' | 'settledDays'>,
  cells: ImportCell[],
): void {
  cells.forEach((cell, column) => {
    if (!(column in openDays) && isAmbiguousDay(cell)) openDays[column] = String(cell).trim();
    const order = onlyOrder(cell);
    if (order) settledDays[column] = { [order]: String(cell).trim(), ...settledDays[column] };
  });
}

/** Whether the dates of a column begin with the day, where those that can be read only one way agree. */
export function settledDayFirst(
  { settledDays = {} }: Pick<ImportSheet, 'settledDays'>,
  column: number | undefined,
): boolean | undefined {
  const { day, month } = settledDays[column ?? -1] ?? {};
  return Boolean(day) === Boolean(month) ? undefined : Boolean(day);
}

/** YYYY-MM-DD; 'open' if only `dayFirst` could say which; undefined if it is no day. */
export function readDay(cell: ImportCell, dayFirst: boolean | null): string | undefined {
  if (typeof cell === 'object' && cell && 'date' in cell) return cell.date.slice(0, 10);
  if (typeof cell !== 'string') return undefined;
  const text = plain(cell);
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year) return iso(Number(year), Number(month), Number(day));
  const [, first, separator, second, last] = NUMBERS.exec(text) ?? [];
  if (!first) return named(text);
  if (isOpen(text) && dayFirst === null) return 'open';
  const isDayFirst = isOpen(text) ? dayFirst === true : Number(first) > 12 || separator === '.';
  const dayAndMonth = [Number(first), Number(second)];
  const [d, m] =
    isDayFirst && Number(second) <= 12 ? dayAndMonth : [dayAndMonth[1]!, dayAndMonth[0]!];
  return iso(fullYear(last!), m!, d!);
}
