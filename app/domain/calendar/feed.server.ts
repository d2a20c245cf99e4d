import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventTransparency,
} from 'ical-generator';
import { iterateChunks } from '#db/chunks';
import { toMoment } from '~/domain/date/time-zone';
import { getMeetingDueDay } from '~/domain/deal/meeting-due';
import type { OwnTask } from '~/domain/task/list.server';
import type { CalendarFeed } from '~/domain/user/calendar-feed.server';
import { appUrl } from '~/env.server';
import { type FollowUpDeal, listDatedTasks, listFollowUps } from './list-follow-ups.server';

export const NO_FOLLOW_UPS =
  'none of your deals has a next meeting that falls due on a day, and no task of yours has a day.';

export const MAX_EVENTS = 2_000;

const CALENDAR_END = 'END:VCALENDAR';

const REFRESH_SECONDS = 60 * 60;

/** 9:00 on the day before. */
const ALL_DAY_ALARM_SECONDS = 15 * 60 * 60;

const APPOINTMENT_MS = 30 * 60 * 1_000;

const TIMED_ALARM_SECONDS = 15 * 60;

const CALENDAR_NAME = 'Deal Pipeline follow-ups';

/**
 * Builds an iCalendar file (RFC 5545) of a user's follow-ups and tasks that fall due on a day
 * (rules 19.14 and 25.13). A follow-up takes a whole day in the calendar's time zone and has an
 * alarm the day before. Lines end with CRLF.
 */
export async function buildCalendarFeed({ userId, timeZone }: CalendarFeed): Promise<string> {
  const tasks = await listDatedTasks(userId);
  const followUpDeals = await listFollowUps(userId, MAX_EVENTS - tasks.length);
  const events =
    (await renderEvents(followUpDeals, (part, deal) => addFollowUpEvent(part, deal, timeZone))) +
    (await renderEvents(tasks, (part, task) => addTaskEvent(part, task, timeZone)));
  const frame = createCalendar(events ? undefined : NO_FOLLOW_UPS).toString();
  return `${frame.slice(0, frame.lastIndexOf(CALENDAR_END))}${events}${CALENDAR_END}\r\n`;
}

async function renderEvents<Item>(
  items: Item[],
  add: (calendar: ICalCalendar, item: Item) => void,
): Promise<string> {
  let events = '';
  for await (const chunk of iterateChunks(items)) {
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

function addFollowUpEvent(calendar: ICalCalendar, deal: FollowUpDeal, timeZone: string): void {
  const day = deal.lookAgainOn ?? getMeetingDueDay(deal, timeZone)!;
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

function addTaskEvent(calendar: ICalCalendar, task: OwnTask, timeZone: string): void {
  const { id, dealId, title, companyName, dueOn, dueAt } = task;
  const start = dueAt ? toMoment(dueOn!, dueAt, timeZone) : new Date(`${dueOn}T00:00:00Z`);
  const end = dueAt ? new Date(start.getTime() + APPOINTMENT_MS) : undefined;
  const triggerBefore = dueAt ? TIMED_ALARM_SECONDS : ALL_DAY_ALARM_SECONDS;
  calendar.createEvent({
    id: `task-${id}@${new URL(appUrl).hostname}`,
    start,
    end,
    allDay: !dueAt,
    summary: `${title}, ${companyName}`,
    description: `Task: ${title}`,
    url: `${appUrl}/pipeline/${dealId}`,
    alarms: [{ type: ICalAlarmType.display, triggerBefore, description: title }],
    // Keeps the file unchanged between requests.
    stamp: task.dealUpdatedAt,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}
