import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventTransparency,
} from 'ical-generator';
import { iterateChunks } from '#db/chunks';
import type { Viewer } from '~/domain/access';
import { formatDate, formatDateTime } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { toMoment } from '~/domain/date/time-zone';
import { getMeetingDueDay } from '~/domain/deal/meeting-due';
import type { OwnTask } from '~/domain/task/list.server';
import { type CalendarFeed, findOwnCalendarFeed } from '~/domain/user/calendar-feed.server';
import { appUrl } from '~/env.server';
import {
  type FollowUpDeal,
  hasFollowUps,
  listDatedTasks,
  listFollowUps,
} from './list-follow-ups.server';

/** What an empty calendar says. */
const NO_FOLLOW_UPS =
  'none of your deals has a next meeting that falls due on a day, and no task of yours has a day.';

/** With more follow-ups, the earliest are left out. */
export const MAX_EVENTS = 2_000;

/** Events that are written between two turns of the event loop. */
const MAX_CHUNK_EVENTS = 20;

const CALENDAR_END = 'END:VCALENDAR';

/** In seconds. */
const REFRESH_SECONDS = 60 * 60;

/** In seconds before the day: 9:00 on the day before. */
const ALL_DAY_ALARM_SECONDS = 15 * 60 * 60;

/** The length of an appointment, in ms. */
const APPOINTMENT_MS = 30 * 60 * 1_000;

/** In seconds before it. */
const TIMED_ALARM_SECONDS = 15 * 60;

const CALENDAR_NAME = 'Deal Pipeline follow-ups';

/**
 * The follow-ups of a user's own deals that fall due on a day, as an iCalendar file (RFC 5545): a
 * whole day each, in the calendar's time zone, with the company, the reason, the deal's address and
 * an alarm the day before (rule 19.14), and their tasks (rule 25.13). Lines end with CRLF.
 */
export async function buildCalendarFeed({ userId, timeZone }: CalendarFeed): Promise<string> {
  const locale = { language: 'en', timeZone };
  const tasks = await listDatedTasks(userId);
  const followUpDeals = await listFollowUps(userId, MAX_EVENTS - tasks.length);
  const events =
    (await renderEvents(followUpDeals, (part, deal) => addFollowUpEvent(part, deal, locale))) +
    (await renderEvents(tasks, (part, task) => addTaskEvent(part, task, locale)));
  const frame = createCalendar(events ? undefined : NO_FOLLOW_UPS).toString();
  return `${frame.slice(0, frame.lastIndexOf(CALENDAR_END))}${events}${CALENDAR_END}\r\n`;
}

async function renderEvents<Item>(
  items: Item[],
  add: (calendar: ICalCalendar, item: Item) => void,
): Promise<string> {
  let events = '';
  for await (const chunk of iterateChunks(items, MAX_CHUNK_EVENTS)) {
    const part = createCalendar();
    for (const item of chunk) add(part, item);
    const text = part.toString();
    events += text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(CALENDAR_END));
  }
  return events;
}

function createCalendar(description?: string): ICalCalendar {
  return ical({
    name: CALENDAR_NAME,
    description,
    prodId: { company: 'Deal Pipeline', product: 'Follow-ups', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
}

function addFollowUpEvent(calendar: ICalCalendar, deal: FollowUpDeal, locale: Locale): void {
  const day = deal.lookAgainOn ?? getMeetingDueDay(deal, locale)!;
  calendar.createEvent({
    id: `deal-${deal.id}@${new URL(appUrl).hostname}`,
    start: new Date(`${day}T00:00:00Z`),
    allDay: true,
    summary: deal.companyName,
    description: deal.lookAgainOn ? 'Follow-up: look again' : `Follow-up: ${deal.nextMeetingDate}`,
    url: `${appUrl}/pipeline/${deal.id}`,
    alarms: [
      {
        type: ICalAlarmType.display,
        triggerBefore: ALL_DAY_ALARM_SECONDS,
        description: deal.companyName,
      },
    ],
    stamp: deal.updatedAt,
    lastModified: deal.updatedAt,
    sequence: deal.version,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

/** At its time, or on its whole day. */
function addTaskEvent(calendar: ICalCalendar, task: OwnTask, locale: Locale): void {
  const { id, pipelineId, title, companyName, dueOn, dueAt } = task;
  const start = dueAt ? toMoment(dueOn!, dueAt, locale) : new Date(`${dueOn}T00:00:00Z`);
  const end = dueAt ? new Date(start.getTime() + APPOINTMENT_MS) : undefined;
  const triggerBefore = dueAt ? TIMED_ALARM_SECONDS : ALL_DAY_ALARM_SECONDS;
  calendar.createEvent({
    id: `task-${id}@${new URL(appUrl).hostname}`,
    start,
    end,
    allDay: !dueAt,
    summary: `${title}, ${companyName}`,
    description: `Task: ${title}`,
    url: `${appUrl}/pipeline/${pipelineId}`,
    alarms: [{ type: ICalAlarmType.display, triggerBefore, description: title }],
    // Without it the time of each request would make a new file.
    stamp: task.dealUpdatedAt,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

/** Undefined while the viewer has no calendar address. */
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
