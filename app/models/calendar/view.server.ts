import type { Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { findOwnCalendar } from '~/models/user/calendar.server';
import { datedTasks, hasFollowUps, NO_FOLLOW_UPS } from './feed.server';

/** Undefined while the viewer has no calendar address. */
export async function calendarView(viewer: Viewer, locale: Locale) {
  const calendar = await findOwnCalendar(viewer);
  if (!calendar) return undefined;
  const { createdAt, lastReadAt } = calendar;
  const hasEvents = (await hasFollowUps(viewer.id)) || (await datedTasks(viewer.id)).length > 0;
  return {
    created: formatDate(createdAt, locale),
    empty: hasEvents ? undefined : NO_FOLLOW_UPS,
    read: lastReadAt ? formatDateTime(lastReadAt, locale) : undefined,
  };
}
export type CalendarView = Awaited<ReturnType<typeof calendarView>>;
