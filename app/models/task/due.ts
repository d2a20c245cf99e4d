import { daysBetween, formatDay, localDay, type Locale } from '~/models/dates';
import { counted } from '~/models/text';

/** When a task is due: 'Nov 25, 2026, 10:00', 'today' or '3 days overdue'; undefined without a day. */
export function taskDue(
  { dueOn, dueAt }: { dueOn: string | null; dueAt: string | null },
  locale: Locale,
) {
  if (!dueOn) return undefined;
  const days = daysBetween(localDay(new Date(), locale), dueOn);
  if (days < 0) return { text: `${counted(-days, 'day')} overdue`, isOverdue: true };
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : formatDay(dueOn, locale);
  return { text: dueAt ? `${day}, ${dueAt}` : day, isOverdue: false };
}
