export const DAY_MS = 86_400_000;

export const getUtcToday = () => new Date().toISOString().slice(0, 10);

export function getEndOfUtcDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
}

/** Days outside these years are typing errors; calendars and workbooks cannot hold them all. */
export const MIN_DAY = '1900-01-01';

export const MAX_DAY = '2200-12-31';

export function isCalendarDay(text: string): boolean {
  if (text.length !== 10 || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export function isSupportedDay(day: string): boolean {
  return day >= MIN_DAY && day <= MAX_DAY;
}

export function clampToCalendar(day: string): string {
  if (day < MIN_DAY) return MIN_DAY;
  return day > MAX_DAY ? MAX_DAY : day;
}

export function countDaysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the moment a month earlier, on the last day of that month if it is shorter. */
export function subtractMonth(moment: Date): Date {
  const earlier = new Date(moment);
  earlier.setUTCMonth(moment.getUTCMonth() - 1);
  if (earlier.getUTCDate() !== moment.getUTCDate()) earlier.setUTCDate(0);
  return earlier;
}
