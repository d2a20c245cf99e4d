import { and, desc, eq, gt } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { inboxItems } from '#db/schema';
import { DAY_MS } from '~/domain/date/calendar-day';
import { formatCount } from '~/domain/text/text';
import { tooMany } from '~/errors';

const MAX_PITCHES_PER_DAY = 200;
const HOUR_MS = DAY_MS / 24;

/** Throws 429 after 200 stored pitches within 24 hours, which a restart does not forget. */
export async function assertPitchesLeft(tx: Db = db, now = new Date()): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS);
  const [oldest] = await tx
    .select({ receivedAt: inboxItems.receivedAt })
    .from(inboxItems)
    .where(and(eq(inboxItems.source, 'form'), gt(inboxItems.receivedAt, since)))
    .orderBy(desc(inboxItems.receivedAt), desc(inboxItems.id))
    .limit(1)
    .offset(MAX_PITCHES_PER_DAY - 1);
  if (!oldest) return;
  const waitMs = oldest.receivedAt.getTime() - since.getTime();
  throw tooMany(
    `We have received many pitches today. Please try again in ${formatCount(Math.ceil(waitMs / HOUR_MS), 'hour')}.`,
    Math.ceil(waitMs / 1000),
  );
}
