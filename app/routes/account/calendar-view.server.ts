import type { Viewer } from '~/domain/access';
import { NO_FOLLOW_UPS } from '~/domain/calendar/feed.server';
import { hasFollowUps, listDatedTasks } from '~/domain/calendar/list-follow-ups.server';
import { findOwnCalendarFeed } from '~/domain/user/calendar-feed.server';
import { formatDate, formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function getCalendarView(viewer: Viewer, locale: Locale) {
  const calendar = await findOwnCalendarFeed(viewer);
  if (!calendar) return undefined;
  const { createdAt, lastReadAt } = calendar;
  const hasEvents = (await hasFollowUps(viewer.id)) || (await listDatedTasks(viewer.id)).length > 0;
  return {
    created: formatDate(createdAt, locale),
    empty: hasEvents ? undefined : NO_FOLLOW_UPS,
    read: lastReadAt ? formatDateTime(lastReadAt, locale) : undefined,
  };
}

export type CalendarView = Awaited<ReturnType<typeof getCalendarView>>;
