import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventTransparency,
} from 'ical-generator';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { appUrl } from '~/env.server';
import { localDay, type Locale } from '~/models/dates';
import { stageIds } from '~/models/stage/stages.server';
import { isSharedWith } from '~/models/visibility.server';
import type { KnownCalendar } from '~/models/user/calendar.server';

/** What an empty calendar says. */
export const NO_FOLLOW_UPS = 'none of your deals has a next meeting that falls due on a day.';
/** With more follow-ups, the earliest are left out. */
export const MOST_EVENTS = 2_000;
/** Events that are written between two turns of the event loop. */
const CHUNK = 20;
const END = 'END:VCALENDAR';
/** In seconds. */
const REFRESH = 60 * 60;
/** In seconds before the day: 9:00 on the day before. */
const ALARM = 15 * 60 * 60;
const NAME = 'Deal Pipeline follow-ups';

/**
 * The follow-ups of a user's own deals that fall due on a day, as an iCalendar file (RFC 5545): a
 * whole day each, in the calendar's time zone, with the company, the reason, the deal's address and
 * an alarm the day before (rule 19.14). Lines end with CRLF.
 */
export async function calendarFeed({ userId, timeZone }: KnownCalendar): Promise<string> {
  const locale = { language: 'en', timeZone };
  let events = '';
  for await (const deals of inChunks(await followUpsOf(userId), CHUNK)) {
    const part = newCalendar();
    for (const deal of deals) addEvent(part, deal, locale);
    const text = part.toString();
    events += text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
  }
  const frame = newCalendar(events ? undefined : NO_FOLLOW_UPS).toString();
  return `${frame.slice(0, frame.lastIndexOf(END))}${events}${END}\r\n`;
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
  const day = deal.lookAgainOn ?? localDay(deal.meetingDueAt!, locale);
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

type FollowUp = Awaited<ReturnType<typeof followUpsOf>>[number];

/** Their own deals, and those that they are a colleague on. */
const isOf = (userId: string) => or(eq(pipelines.userId, userId), isSharedWith(userId));

async function isFollowUpOf(userId: string): Promise<SQL | undefined> {
  const isOpen = inArray(pipelines.stageId, await stageIds(['open']));
  return and(isOf(userId), isNotNull(pipelines.meetingDueAt), isOpen);
}

const isLookedAtAgainBy = (userId: string) => and(isOf(userId), isNotNull(pipelines.lookAgainOn));

export async function hasFollowUps(userId: string): Promise<boolean> {
  const where = or(await isFollowUpOf(userId), isLookedAtAgainBy(userId));
  return (await db.$count(pipelines, where)) > 0;
}

async function followUpsOf(userId: string) {
  return db
    .select({
      id: pipelines.id,
      companyName: pipelines.companyName,
      nextMeetingDate: pipelines.nextMeetingDate,
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
    .limit(MOST_EVENTS);
}
