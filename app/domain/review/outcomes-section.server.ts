import { and, desc, eq, max, or, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { deals, decisions } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { DAY_MS } from '~/domain/date/calendar-day';
import { buildDealFilter } from '~/domain/deal/filter.server';
import type { DealQuery } from '~/domain/deal/query';
import { isNotUndone } from '~/domain/decision/undone.server';
import { listSectionRows, type ReviewSection } from './list-sections.server';
import { MAX_COUNTED_DEALS, OUTCOMES_SECTION } from './sections';

const YEAR_MS = 365 * DAY_MS;

/**
 * Asks what became of companies a year after the latest decision and after each answer; of those
 * that failed no more. Undefined if there is nothing to ask.
 */
export async function getOutcomesSection(
  viewer: Viewer,
  query: DealQuery,
  maxDeals: number,
): Promise<ReviewSection | undefined> {
  const { id, dealId, decidedAt, outcome, outcomeAt } = decisions;
  // SQLite reads bare columns beside max() from the row with the greatest id.
  const latest = db
    .select({ dealId, last: max(id).as('last'), decidedAt, outcome, outcomeAt })
    .from(decisions)
    .where(isNotUndone())
    .groupBy(dealId)
    .as('latest');
  const isDue = sql`coalesce(${latest.outcomeAt}, ${latest.decidedAt}) < ${Date.now() - YEAR_MS}`;
  const isAsked = or(sql`${latest.outcome} is null`, sql`${latest.outcome} <> 'failed'`);
  const found = await db
    .select({ dealId: latest.dealId, decidedAt: latest.decidedAt })
    .from(latest)
    .innerJoin(deals, eq(deals.id, latest.dealId))
    .where(and(await buildDealFilter(viewer, query), isDue, isAsked))
    .orderBy(desc(latest.decidedAt), desc(latest.dealId))
    .limit(MAX_COUNTED_DEALS + 1);
  if (!found.length) return undefined;
  const rows = await listSectionRows(
    viewer,
    found.slice(0, maxDeals).map((row) => row.dealId),
  );
  const decided = new Map(found.map((row) => [row.dealId, row.decidedAt]));
  return {
    ...OUTCOMES_SECTION,
    query,
    count: Math.min(found.length, MAX_COUNTED_DEALS),
    more: found.length > MAX_COUNTED_DEALS,
    deals: rows.map((deal) => ({
      ...deal,
      reason: { kind: 'outcome', decidedAt: decided.get(deal.id)! },
    })),
  };
}
