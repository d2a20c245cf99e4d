import { countDaysBetween } from '~/domain/date/calendar-day';
import type { Locale } from '~/domain/date/locale';
import { getLocalDay } from '~/domain/date/time-zone';
import { formatCount } from '~/domain/text/text';
import type { NextMeeting } from './format';
import { getMeetingDueDay, type MeetingDueKey } from './meeting-due';

/**
 * The next meeting as something that falls due on the viewer's day, a number of days from today;
 * undefined for N/A and unknown values.
 */
export function getFollowUp(
  meeting: Pick<NextMeeting, MeetingDueKey>,
  locale: Locale,
  now = new Date(),
) {
  const due = getMeetingDueDay(meeting, locale);
  if (!due) return undefined;
  const days = countDaysBetween(getLocalDay(now, locale), due);
  return { due, days, text: formatDueIn(days), isOverdue: days < 0 };
}

export type FollowUp = NonNullable<ReturnType<typeof getFollowUp>>;

/** In days: in a list, only what falls due soon is said in words beside its day. */
const SOON_DAYS = 7;

/** The same for a row of a list: undefined while it is further away. */
export function getFollowUpDueSoon(...args: Parameters<typeof getFollowUp>): FollowUp | undefined {
  const due = getFollowUp(...args);
  return due && due.days <= SOON_DAYS ? due : undefined;
}

/** For example 'due in 4 days', 'due today' or '11 days overdue'. */
function formatDueIn(days: number): string {
  if (days < 0) return `${formatCount(-days, 'day')} overdue`;
  return days ? `due in ${formatCount(days, 'day')}` : 'due today';
}
