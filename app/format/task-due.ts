import { countDaysBetween } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { formatCount } from '~/domain/text/text';
import { formatDay } from './date';
import type { Locale } from './locale';

const NEAR_DAYS: string[] = ['today', 'tomorrow'];

/**
 * Describes when a task is due: 'Nov 25, 2026, 10:00', 'today' or '3 days overdue'; undefined
 * without a day.
 */
export function describeTaskDue(
  { dueOn, dueAt }: { dueOn: string | null; dueAt: string | null },
  locale: Locale,
) {
  if (!dueOn) return undefined;
  const days = countDaysBetween(getLocalDay(new Date(), locale.timeZone), dueOn);
  if (days < 0) return { text: `${formatCount(-days, 'day')} overdue`, isOverdue: true };
  const day = NEAR_DAYS[days] ?? formatDay(dueOn, locale);
  return { text: dueAt ? `${day}, ${dueAt}` : day, isOverdue: false };
}
