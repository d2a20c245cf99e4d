import { and, desc, eq, isNotNull } from 'drizzle-orm';
import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventTransparency } from 'ical-generator';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { pipelines } from '#db/schema';
import { appUrl } from '~/env.server';
import { localDay, type Locale } from '~/models/dates';
import type { KnownCalendar } from './calendar.server';

/** With more follow-ups, the earliest are left out. */
export const MOST_EVENTS = 2_000;
/** Events that are written between two turns of the event loop. */
const CHUNK = 20;
const END = 'END:VCALENDAR';
/** In seconds. */
const REFRESH = 60 * 60;
const NAME = 'Deal Pipeline follow-ups';

/**
 * The follow-ups of a user's own deals that fall due on a day, as an iCalendar file (RFC 5545): a
 * whole day each, in the calendar's time zone, with the company and the reason.
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
  return newCalendar()
    .toString()
    .replace(END, () => events + END);
}

function newCalendar(): ICalCalendar {
  return ical({
    name: NAME,
    prodId: { company: 'Deal Pipeline', product: 'Follow-ups', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH,
  });
}

function addEvent(calendar: ICalCalendar, deal: FollowUp, locale: Locale): void {
  calendar.createEvent({
    id: `deal-${deal.id}@${new URL(appUrl).hostname}`,
    start: new Date(`${localDay(deal.meetingDueAt!, locale)}T00:00:00Z`),
    allDay: true,
    summary: deal.companyName,
    description: `Follow-up: ${deal.nextMeetingDate}`,
    stamp: deal.updatedAt,
    lastModified: deal.updatedAt,
    sequence: deal.version,
    transparency: ICalEventTransparency.TRANSPARENT,
  });
}

type FollowUp = Awaited<ReturnType<typeof followUpsOf>>[number];

async function followUpsOf(userId: string) {
  return db
    .select({
      id: pipelines.id,
      companyName: pipelines.companyName,
      nextMeetingDate: pipelines.nextMeetingDate,
      meetingDueAt: pipelines.meetingDueAt,
      version: pipelines.version,
      updatedAt: pipelines.updatedAt,
    })
    .from(pipelines)
    .where(and(eq(pipelines.userId, userId), isNotNull(pipelines.meetingDueAt)))
    .orderBy(desc(pipelines.meetingDueAt))
    .limit(MOST_EVENTS);
}
