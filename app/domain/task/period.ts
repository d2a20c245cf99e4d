import { countDaysBetween } from '~/domain/date/calendar-day';

export type TaskPeriod = 'overdue' | 'today' | 'week' | 'later' | 'undated';

/** Returns when a task is due, seen from a day; a week ends on Sunday. */
export function getTaskPeriod(dueOn: string | null, today: string): TaskPeriod {
  if (!dueOn) return 'undated';
  const days = countDaysBetween(today, dueOn);
  if (days <= 0) return days ? 'overdue' : 'today';
  const weekday = (new Date(today).getUTCDay() + 6) % 7;
  return days <= 6 - weekday ? 'week' : 'later';
}
