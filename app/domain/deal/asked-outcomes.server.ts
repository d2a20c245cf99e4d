import { and, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { decisions } from '#db/schema';
import { getStartOfDay } from '~/domain/date/time-zone';
import { isNotUndone } from './undone-decisions.server';

const YEAR_DAYS = 365;

/**
 * Selects the latest decision of each deal whose outcome is asked for: a year after the decision and
 * after each answer, unless the company failed.
 */
export function selectAskedOutcomes(timeZone: string) {
  const { id, dealId, decidedAt, outcome, outcomeAt } = decisions;
  // SQLite reads bare columns beside max() from the row with the greatest id.
  const latest = db
    .select({ dealId, last: max(id).as('last'), decidedAt, outcome, outcomeAt })
    .from(decisions)
    .where(isNotUndone())
    .groupBy(dealId)
    .as('latest');
  const end = getStartOfDay(YEAR_DAYS - 1, timeZone).getTime();
  return db
    .select({ dealId: latest.dealId, decidedAt: latest.decidedAt })
    .from(latest)
    .where(
      and(
        lt(sql`coalesce(${latest.outcomeAt}, ${latest.decidedAt})`, end),
        or(isNull(latest.outcome), ne(latest.outcome, 'failed')),
      ),
    );
}
