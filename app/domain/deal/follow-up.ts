import type { Deal } from '#db/schema';
import { countDaysBetween } from '~/domain/date/calendar-day';
import { getLocalDay } from '~/domain/date/time-zone';
import { getMeetingDueDay, type MeetingDueKey } from './meeting-due';

export function getFollowUp(
  meeting: Pick<Deal, MeetingDueKey>,
  timeZone: string,
  now = new Date(),
) {
  const due = getMeetingDueDay(meeting, timeZone);
  if (!due) return undefined;
  const days = countDaysBetween(getLocalDay(now, timeZone), due);
  return { due, days, isOverdue: days < 0 };
}

export type FollowUp = NonNullable<ReturnType<typeof getFollowUp>>;

const SOON_DAYS = 7;

export function getFollowUpDueSoon(...args: Parameters<typeof getFollowUp>): FollowUp | undefined {
  const due = getFollowUp(...args);
  return due && due.days <= SOON_DAYS ? due : undefined;
}
