import { dayBounds, daysAfter, localDay, type Locale } from '~/models/dates';

/** Since when the review looks back. */
export const PERIODS = ['monday', '2weeks', 'day'] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_LABELS: Record<Period, string> = {
  monday: 'Since Monday',
  '2weeks': 'Since two weeks ago',
  day: 'Since yesterday',
};

/** The mail of a Monday morning looks back over the week before it. */
export type AnyPeriod = Period | 'week';

/** An unknown value is the first. */
export function readPeriod(params: URLSearchParams): Period {
  return PERIODS.find((known) => known === params.get('since')) ?? 'monday';
}

/** How many days before today the period starts: 0 on a Monday, for the latest Monday. */
export function daysBack(period: AnyPeriod, today: string): number {
  if (period === 'monday') return (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return { week: 7, '2weeks': 14, day: 1 }[period];
}

/** The start of the period's first day in the viewer's time zone, and which day that is. */
export function startOf(period: AnyPeriod, locale: Locale, now = new Date()) {
  const today = localDay(now, locale);
  const days = daysBack(period, today);
  const day = daysAfter(today, -days);
  return { days, day, start: dayBounds(day, locale).start };
}
