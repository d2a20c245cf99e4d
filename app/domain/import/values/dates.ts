import { normalizeText } from '#db/fold';
import type { ImportCell, ImportSheet } from '#db/schema';
import { getCellText } from '~/domain/import/reading/cell';

/** Months in English, German, French, Spanish and Italian, without accents. */
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

const YEAR_MONTH_DAY = /^(\d{4})\s*[-/.年년]\s*(\d{1,2})\s*[-/.月월]\s*(\d{1,2})\s*[日일.]?$/;
const COMPACT_DATE = /^((?:19|2[01])\d\d)(\d\d)(\d\d)$/;
const NUMERIC_DATE = /^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})\.?$/;
const OF = '(?:of |de |di |del )?';
const DAY_NAME_YEAR = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|er|re|o|\.)?[\s-]*${OF}(\p{L}+)\.?[\s,-]*${OF}'?(\d{4}|\d{2})$`,
  'u',
);
const NAME_DAY_YEAR = /^(\p{L}+)\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?[\s,-]+'?(\d{4}|\d{2})$/u;

const WEEKDAYS = [
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag', 'sonntag'],
  ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche'],
  ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
  ['lunedi', 'martedi', 'mercoledi', 'giovedi', 'venerdi', 'domenica'],
].flat();
const ARTICLE = /^(?:on|the|am|den|der|le|el|il)\s+/;
const GERMAN_WEEKDAY = String.raw`(?:mo|di|mi|do|fr|sa|so)[.,]+\s*`;
const WEEKDAY = new RegExp(
  String.raw`^(?:(?:${WEEKDAYS.join('|')})\p{L}*\.?,?\s+|${GERMAN_WEEKDAY})`,
  'u',
);
/** Matches '+0900', '+00', 'GMT+2', 'Z', 'CET', and "Uhr". */
const ZONE_NAME = String.raw`(?:z|uhr|[a-z]{2,3}t|mesz?|(?:utc|gmt)[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}(?::?\d{2})?|utc|msk)`;
/** Matches a zone, with another name in brackets, or in brackets itself: 'GMT+0100 (CET)', '(UTC)'. */
const ZONE = String.raw`(?:${ZONE_NAME}(?:\s*\([^()]{1,40}\))?|\(${ZONE_NAME}\))`;
const TIME = new RegExp(
  String.raw`[\s,t]+(?:(?:at|um|[aà]|a las)\s+)?(\d{1,2}[:h]\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:${ZONE})?)$`,
  'iu',
);

const MAX_DATE_LENGTH = 100;

function normalizeDateText(cell: ImportCell): string {
  const text = getCellText(cell).trim();
  if (text.length > MAX_DATE_LENGTH) return '';
  const withoutMarks = normalizeText(text, 'NFKD').replace(/\p{M}/gu, '');
  return normalizeText(withoutMarks, 'NFC')
    .toLowerCase()
    .trim()
    .replace(TIME, '')
    .replace(/\s*\([月火水木金土日一二三四五六]\)$/u, '')
    .replace(ARTICLE, '')
    .replace(WEEKDAY, '');
}

/** Returns the time beside a day, such as '14:30'; undefined for midnight, which programs add to days. */
export function findTime(cell: ImportCell): string | undefined {
  const text = getCellText(cell).trim();
  if (text.length > MAX_DATE_LENGTH) return undefined;
  const time = TIME.exec(text)?.[1];
  return time && !/^0?0:00(?::00(?:[.,]0+)?)?(?![\d:])/.test(time) ? time : undefined;
}

const MIN_YEAR = 1900;
const MAX_YEAR = 2200;

/** `day` is YYYY-MM-DD. A year out of range is a typo, or a program's "never". */
type ParsedDate = { day: string } | { problem: 'ambiguous' | 'outOfRange' };

function checkYear(day: string): ParsedDate {
  const year = Number(day.slice(0, 4));
  return year >= MIN_YEAR && year <= MAX_YEAR ? { day } : { problem: 'outOfRange' };
}

function toIsoDate(year: number, month: number, day: number): ParsedDate | undefined {
  const text = [String(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')];
  const date = new Date(`${text.join('-')}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.getUTCDate() === day;
  return exists ? checkYear(text.join('-')) : undefined;
}

/** Reads 26 as 2026 and 85 as 1985, like current Excel. */
function parseYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function getMonthNumber(name: string): number {
  return MONTHS.findIndex((names) => names.includes(name)) + 1;
}

function parseNamedMonth(text: string): ParsedDate | undefined {
  const [, day, name, year] = DAY_NAME_YEAR.exec(text) ?? [];
  if (name) return toIsoDate(parseYear(year!), getMonthNumber(name), Number(day));
  const [, first, second, last] = NAME_DAY_YEAR.exec(text) ?? [];
  return first ? toIsoDate(parseYear(last!), getMonthNumber(first), Number(second)) : undefined;
}

/** Points mean that the day is first; slashes and hyphens leave it open. */
function isAmbiguous(text: string): boolean {
  const [, first, separator, second] = NUMERIC_DATE.exec(text) ?? [];
  if (!first || separator === '.') return false;
  return Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

const AMBIGUOUS_SEPARATOR = /[-/\ufe63\uff0d\uff0f]/;

export function isAmbiguousDate(cell: ImportCell): boolean {
  return (
    typeof cell === 'string' &&
    AMBIGUOUS_SEPARATOR.test(cell) &&
    isAmbiguous(normalizeDateText(cell))
  );
}

function getDateOrder(cell: ImportCell): 'day' | 'month' | undefined {
  if (typeof cell !== 'string' || !AMBIGUOUS_SEPARATOR.test(cell)) return undefined;
  const [, first, , second] = NUMERIC_DATE.exec(normalizeDateText(cell)) ?? [];
  const a = Number(first);
  const b = Number(second);
  if (a > 12 && a <= 31 && b >= 1 && b <= 12) return 'day';
  return b > 12 && b <= 31 && a >= 1 && a <= 12 ? 'month' : undefined;
}

export function recordDateOrder(
  { openDays, settledDays }: Required<Pick<ImportSheet, 'openDays' | 'settledDays'>>,
  cells: ImportCell[],
): void {
  cells.forEach((cell, column) => {
    if (!Object.hasOwn(openDays, column) && isAmbiguousDate(cell))
      openDays[column] = String(cell).trim();
    const order = getDateOrder(cell);
    if (order) settledDays[column] = { [order]: String(cell).trim(), ...settledDays[column] };
  });
}

/** Decides by the unambiguous dates of a column whether the day is first; undefined if they disagree. */
export function findDayFirst(
  { settledDays = {} }: Pick<ImportSheet, 'settledDays'>,
  column: number | undefined,
): boolean | undefined {
  const { day, month } = settledDays[column ?? -1] ?? {};
  return Boolean(day) === Boolean(month) ? undefined : Boolean(day);
}

/** Returns undefined if it is not a date. Only `dayFirst` can decide about an ambiguous one. */
export function parseDate(cell: ImportCell, dayFirst: boolean | null): ParsedDate | undefined {
  if (typeof cell === 'object' && cell && 'date' in cell) return checkYear(cell.date.slice(0, 10));
  const isDateNumber = typeof cell === 'number' && COMPACT_DATE.test(getCellText(cell));
  if (typeof cell !== 'string' && !isDateNumber) return undefined;
  const text = normalizeDateText(cell);
  const [, year, month, day] = YEAR_MONTH_DAY.exec(text) ?? COMPACT_DATE.exec(text) ?? [];
  if (year) return toIsoDate(Number(year), Number(month), Number(day));
  const [, first, separator, second, last] = NUMERIC_DATE.exec(text) ?? [];
  if (!first) return parseNamedMonth(text);
  const isOpen = isAmbiguous(text);
  if (isOpen && dayFirst === null) return { problem: 'ambiguous' };
  const isLikelyDayFirst = isOpen ? dayFirst === true : Number(first) > 12 || separator === '.';
  // Reads 4.13.2026 with the month first, as there is no 13th month.
  const isDayFirst = isLikelyDayFirst && Number(second) <= 12;
  const [dayNumber, monthNumber] = isDayFirst ? [first, second] : [second, first];
  return toIsoDate(parseYear(last!), Number(monthNumber), Number(dayNumber));
}
