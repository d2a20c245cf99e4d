import { normalized } from '#db/fold';
import type { ImportCell, ImportSheet } from '#db/schema';
import { cellText } from '~/models/import/cell';

/** Days as people write them. */

/** In English, German, French, Spanish and Italian, without accents. */
const MONTHS = [
  'jan january januar janner janv janvier ene enero gen gennaio',
  'feb february februar fev fevr fevrier febrero febbraio',
  'mar march marz mrz mars marzo',
  'apr april avr avril abr abril aprile',
  'may mai mayo mag maggio',
  'jun june juni juin junio giu giugno',
  'jul july juli juil juillet julio lug luglio',
  'aug august aout ago agosto',
  'sep sept september septembre septiembre setiembre set settembre',
  'oct october okt oktober octobre octubre ott ottobre',
  'nov november novembre noviembre',
  'dec december dez dezember decembre dic diciembre dicembre',
].map((names) => names.split(' '));

const YEAR_FIRST = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*[日일.]?$/;
const DIGITS_ALONE = /^((?:19|2[01])\d\d)(\d\d)(\d\d)$/;
const NUMBERS = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})\.?$/;
const OF = '(?:of |de |di |del )?';
const DAY_NAME_YEAR = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|re|o|\.)?[\s-]*${OF}(\p{L}+)\.?[\s,-]*${OF}'?(\d{4}|\d{2})$`,
  'u',
);
const NAME_DAY_YEAR = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+'?(\d{4}|\d{2})$/u;

const WEEKDAYS = [
  ...['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  ...['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
  ...['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  ...['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
  ...['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'domenica'],
];
const WEEKDAY = new RegExp(String.raw`^(?:${WEEKDAYS.join('|')})\p{L}*\.?,?\s+`, 'u');
/** With a zone: '14:05:00 +0900', 'T00:00:00.000Z', '00:00:00 GMT+0100 (CET)'. */
const ZONE = String.raw`(?:z|utc|gmt|(?:utc|gmt)?[+-]\d{2}:?\d{2})(?:\s*\([^()]{1,40}\))?`;
const TIME = new RegExp(
  String.raw`[\s,t]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:${ZONE})?$`,
  'u',
);

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

/** Years that a deal's dates can have. */
const MIN_YEAR = 1900;
const MAX_YEAR = 2200;

/** For a day outside these years: it exists, but is a slip of the pen or a program's "never". */
export const OUT_OF_RANGE = 'out of range';

function inRange(day: string): string {
  const year = Number(day.slice(0, 4));
  return year >= MIN_YEAR && year <= MAX_YEAR ? day : OUT_OF_RANGE;
}

function iso(year: number, month: number, day: number): string | undefined {
  const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  const date = new Date(`${text.join('-')}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === day;
  return exists ? inRange(text.join('-')) : undefined;
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
    if (!Object.hasOwn(openDays, column) && isAmbiguousDay(cell))
      openDays[column] = String(cell).trim();
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

/**
 * YYYY-MM-DD; 'open' if only `dayFirst` could say which, OUT_OF_RANGE for a year that no deal has;
 * undefined if it is no day.
 */
export function readDay(cell: ImportCell, dayFirst: boolean | null): string | undefined {
  if (typeof cell === 'object' && cell && 'date' in cell) return inRange(cell.date.slice(0, 10));
  if (typeof cell !== 'string') return undefined;
  const text = plain(cell);
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? DIGITS_ALONE.exec(text) ?? [];
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
