import { and, between, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventTransparency,
} from 'ical-generator';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { pipelines, users } from '#db/schema';
import { appUrl } from '~/env.server';
import {
  formatDate,
  formatDateTime,
  isInCalendar,
  type Locale,
  MAX_DAY,
  MIN_DAY,
  momentOf,
} from '~/models/dates';
import { dueDay } from '~/models/pipeline/options';
import { stageIds } from '~/models/lists/list.server';
import { type OwnTask, ownTasks } from '~/models/task/tasks.server';
import { isSharedWith } from '~/models/visibility.server';
import { findOwnCalendar, type KnownCalendar } from '~/models/user/calendar.server';
import type { Viewer } from '~/models/access';

/** What an empty calendar says. */
const NO_FOLLOW_UPS =
  'none of your deals has a next meeting that falls due on a day, and no task of yours has a day.';
/** With more follow-ups, the earliest are left out. */
export const MOST_EVENTS = 2_000;
/** Events that are written between two turns of the event loop. */
const CHUNK = 20;
const END = 'END:VCALENDAR';
/** In seconds. */
const REFRESH = 60 * 60;
/** In seconds before the day: 9:00 on the day before. */
const ALARM = 15 * 60 * 60;
/** The length of an appointment, in ms. */
const APPOINTMENT = 30 * 60 * 1_000;
/** In seconds before it. */
const TIMED_ALARM = 15 * 60;
const NAME = 'Deal Pipeline follow-ups';

/**
 * The follow-ups of a user's own deals that fall due on a day, as an iCalendar file (RFC 5545): a
 * whole day each, in the calendar's time zone, with the company, the reason, the deal's address and
 * an alarm the day before (rule 19.14), and their tasks (rule 25.13). Lines end with CRLF.
 */
export async function calendarFeed({ userId, timeZone }: KnownCalendar): Promise<string> {
  const locale = { language: 'en', timeZone };
  const tasks = await datedTasks(userId);
  const deals = await followUpsOf(userId, MOST_EVENTS - tasks.length);
  const events =
    (await eventsOf(deals, (part, deal) => addEvent(part, deal, locale))) +
    (await eventsOf(tasks, (part, task) => addTask(part, task, locale)));
  const frame = newCalendar(events ? undefined : NO_FOLLOW_UPS).toString();
  return `${frame.slice(0, frame.lastIndexOf(END))}${events}${END}\r\n`;
}

async function eventsOf<Item>(
  items: Item[],
  add: (calendar: ICalCalendar, item: Item) => void,
): Promise<string> {
  let events = '';
  for await (const chunk of inChunks(items, CHUNK)) {
    const part = newCalendar();
    for (const item of chunk) add(part, item);
    const text = part.toString();
    events += text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
  }
  return events;
}

function newCalendar(description?: string): ICalCalendar {
  return ical({
    name: NAME,
    description,
    prodId: { company: 'Deal Pipeline', product: 'Follow-ups', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
  });
}

function addEvent(calendar: ICalCalendar, deal: FollowUp, locale: Locale): void {
  const day = deal.lookAgainOn ?? dueDay(deal, locale)!;
  calendar.createEvent({
    id: `deal-${deal.id}@${new URL(appUrl).hostname}`,
    start: new Date(`${day}T00:00:00Z`),
    allDay: true,
    summary: deal.companyName,
    description: deal.lookAgainOn ? 'Follow-up: look again' : `Follow-up: ${deal.nextMeetingDate}`,
    url: `${appUrl}/pipeline/${deal.id}`,
    alarms: [{ type: ICalAlarmType.display, triggerBefore: ALARM, description: deal.companyName }],
    stamp: deal.updatedAt,
    lastModified: deal.updatedAt,
    sequence: deal.version,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

/** At its time, or on its whole day. */
function addTask(calendar: ICalCalendar, task: OwnTask, locale: Locale): void {
  const { id, pipelineId, title, companyName, dueOn, dueAt } = task;
  const start = dueAt ? momentOf(dueOn!, dueAt, locale) : new Date(`${dueOn}T00:00:00Z`);
  const end = dueAt ? new Date(start.getTime() + APPOINTMENT) : undefined;
  const triggerBefore = dueAt ? TIMED_ALARM : ALARM;
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

/** A user's tasks with a day, on open deals. */
async function datedTasks(userId: string): Promise<OwnTask[]> {
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const where = inArray(pipelines.stageId, await stageIds(['open']));
  const own = user ? await ownTasks(user, { where }) : [];
  return own.filter(({ dueOn }) => dueOn !== null && isInCalendar(dueOn));
}

type FollowUp = Awaited<ReturnType<typeof followUpsOf>>[number];

/** Their own deals, and those that they are a colleague on. */
const isOf = (userId: string) => or(eq(pipelines.userId, userId), isSharedWith(userId));

async function isFollowUpOf(userId: string): Promise<SQL | undefined> {
  const isOpen = inArray(pipelines.stageId, await stageIds(['open']));
  return and(isOf(userId), isNotNull(pipelines.meetingDueAt), isOpen);
}

const isLookedAtAgainBy = (userId: string) =>
  and(isOf(userId), between(pipelines.lookAgainOn, MIN_DAY, MAX_DAY));

export async function hasFollowUps(userId: string): Promise<boolean> {
  const where = or(await isFollowUpOf(userId), isLookedAtAgainBy(userId));
  return (await db.$count(pipelines, where)) > 0;
}

async function followUpsOf(userId: string, most: number) {
  return db
    .select({
      id: pipelines.id,
      companyName: pipelines.companyName,
      nextMeetingDate: pipelines.nextMeetingDate,
      meetingDays: pipelines.meetingDays,
      meetingDueAt: pipelines.meetingDueAt,
      lookAgainOn: pipelines.lookAgainOn,
      version: pipelines.version,
      updatedAt: pipelines.updatedAt,
    })
    .from(pipelines)
    .where(or(await isFollowUpOf(userId), isLookedAtAgainBy(userId)))
    .orderBy(
      desc(
        sql`coalesce(${pipelines.lookAgainOn}, date(${pipelines.meetingDueAt} / 1000, 'unixepoch'))`,
      ),
    )
    .limit(most);
}

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
