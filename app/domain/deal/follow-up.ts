import type { Deal } from '#db/schema';
import { countDaysBetween } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { formatCount } from '~/domain/text/text';
import { getMeetingDueDay, type MeetingDueKey } from './meeting-due';

export function getFollowUp(
  meeting: Pick<Deal, MeetingDueKey>,
  timeZone: string,
  now = new Date(),
) {
  const due = getMeetingDueDay(meeting, timeZone);
  if (!due) return undefined;
  const days = countDaysBetween(getLocalDay(now, timeZone), due);
  return { due, days, text: formatDueIn(days), isOverdue: days < 0 };
}

export type FollowUp = NonNullable<ReturnType<typeof getFollowUp>>;

const SOON_DAYS = 7;

export function getFollowUpDueSoon(...args: Parameters<typeof getFollowUp>): FollowUp | undefined {
  const due = getFollowUp(...args);
  return due && due.days <= SOON_DAYS ? due : undefined;
}

/** Formats as 'due in 4 days', 'due today' or '11 days overdue'. */
function formatDueIn(days: number): string {
  if (days < 0) return `${formatCount(-days, 'day')} overdue`;
  return days ? `due in ${formatCount(days, 'day')}` : 'due today';
}
