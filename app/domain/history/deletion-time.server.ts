import { desc, ne } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { historyEvents } from '#db/schema';
import { DAY_MS } from '~/domain/date/calendar-day';

/**
 * Returns the time by which old rows are deleted: now, but at most a day after the latest change, so
 * that a clock that is ahead deletes nothing that people would still need (rule 10.21).
 */
export async function getDeletionTime(tx: Db = db): Promise<Date> {
  const [latest] = await tx
    .select({ at: historyEvents.at })
    .from(historyEvents)
    // A purge is a change that the clock itself makes.
    .where(ne(historyEvents.kind, 'purged'))
    .orderBy(desc(historyEvents.at))
    .limit(1);
  const now = Date.now();
  return new Date(latest ? Math.min(now, latest.at.getTime() + DAY_MS) : now);
}
