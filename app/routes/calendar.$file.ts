import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { buildCalendarFeed } from '~/domain/calendar/feed.server';
import { findCalendarFeed, recordCalendarFeedRead } from '~/domain/user/calendar-feed.server';
import { notFound } from '~/errors';
import { withKeyThrottle } from '~/http/session/throttle.server';
import { setRequestUser } from '~/log.server';

const FEED_HEADERS = {
  'Content-Type': 'text/calendar; charset=utf-8',
  'Content-Disposition': 'inline; filename="follow-ups.ics"',
  'Cache-Control': 'private, no-cache',
};

/** Serves the calendar at `KEY.ics` without a session, for calendar programs. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const key = /^(.+)\.ics$/.exec(params.file ?? '')?.[1] ?? '';
  const calendar = await withKeyThrottle(key, context.address ?? '', async () => {
    const calendar = await findCalendarFeed(key);
    if (!calendar) throw notFound();
    return calendar;
  });
  setRequestUser(calendar.userId);
  const feed = await buildCalendarFeed(calendar);
  if (request.method === 'GET') void recordCalendarFeedRead(calendar);
  const etag = `"${createHash('sha256').update(feed).digest('base64url')}"`;
  const isKnown = request.headers.get('If-None-Match')?.includes(etag);
  const headers = { ...FEED_HEADERS, ETag: etag };
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(feed, { headers });
}
