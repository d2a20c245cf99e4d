import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { deals } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { selectAskedOutcomes } from '~/domain/deal/asked-outcomes.server';
import { buildDealFilter } from '~/domain/deal/filter.server';
import { getQueryTimeZone } from '~/domain/deal/filter-by-time.server';
import type { DealQuery } from '~/domain/deal/query';
import { listSectionRows, type ReviewSection } from './list-sections.server';
import { MAX_COUNTED_DEALS, OUTCOMES_SECTION } from './sections';

/** Asks what became of companies; undefined if there is nothing to ask. */
export async function getOutcomesSection(
  viewer: Viewer,
  query: DealQuery,
  maxDeals: number,
): Promise<ReviewSection | undefined> {
  const asked = selectAskedOutcomes(getQueryTimeZone(query)).as('asked');
  const found = await db
    .select({ dealId: asked.dealId, decidedAt: asked.decidedAt })
    .from(asked)
    .innerJoin(deals, eq(deals.id, asked.dealId))
    .where(await buildDealFilter(viewer, query))
    .orderBy(desc(asked.decidedAt), desc(asked.dealId))
    .limit(MAX_COUNTED_DEALS + 1);
  if (!found.length) return undefined;
  const rows = await listSectionRows(
    viewer,
    found.slice(0, maxDeals).map((row) => row.dealId),
  );
  const decided = new Map(found.map((row) => [row.dealId, row.decidedAt]));
  return {
    ...OUTCOMES_SECTION,
    query: { ...query, outcome: 'due' },
    count: Math.min(found.length, MAX_COUNTED_DEALS),
    more: found.length > MAX_COUNTED_DEALS,
    deals: rows.map((deal) => ({
      ...deal,
      reason: { kind: 'outcome', decidedAt: decided.get(deal.id)! },
    })),
  };
}
