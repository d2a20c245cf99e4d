import { addDays } from '~/domain/date/calendar-day';
import { getDayBounds, getLocalDay } from '~/domain/date/time-zone';

export const PERIOD_LABELS = {
  monday: 'Since Monday',
  week: 'Last 7 days',
  '2weeks': 'Since two weeks ago',
  day: 'Since yesterday',
} as const;
export type Period = keyof typeof PERIOD_LABELS;
export const PERIODS = Object.keys(PERIOD_LABELS) as Period[];

/**
 * Counts the days from the period's start to today; on a Monday, from the Monday before (rule
 * 20.2).
 */
function countDaysBack(period: Period, today: string): number {
  if (period === 'monday') return (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7 || 7;
  return { week: 7, '2weeks': 14, day: 1 }[period];
}

export function getPeriodStart(period: Period, timeZone: string, now = new Date()) {
  const today = getLocalDay(now, timeZone);
  const days = countDaysBack(period, today);
  const day = addDays(today, -days);
  return { days, day, start: getDayBounds(day, timeZone).start };
}
