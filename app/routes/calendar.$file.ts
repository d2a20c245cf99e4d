import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '~/refusal';
import { noteUser } from '~/log.server';
import { findCalendar, noteReading } from '~/models/user/calendar.server';
import { calendarFeed } from '~/models/calendar/feed.server';
import { withKeyThrottle } from '~/web/session/throttle.server';

const HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="follow-ups.ics"',
  'Cache-Control': 'private, no-cache',
};

/** The calendar behind a secret address, `KEY.ics`: without a session, for calendar programs. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = /^(.+)\.ics$/.exec(params.file ?? '')?.[1] ?? '';
  const calendar = await withKeyThrottle(key, context.address ?? '', async () => {
    const calendar = await findCalendar(key);
    if (!calendar) throw notFound();
    return calendar;
  });
  noteUser(calendar.userId);
  const feed = await calendarFeed(calendar);
  if (request.method === 'GET') void noteReading(calendar);
  const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
  const isKnown = request.headers.get('If-None-Match')?.includes(etag);
  const headers = { ...HEADERS, ETag: etag };
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(feed, { headers });
}
