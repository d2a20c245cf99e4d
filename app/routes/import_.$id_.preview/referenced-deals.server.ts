import type { ImportRow } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { listDealSummaries } from '~/domain/deal/summary.server';
import { getShortName } from '~/domain/person/names';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';

export type ReferencedDeals = Awaited<ReturnType<typeof loadReferencedDeals>>;

export async function loadReferencedDeals(viewer: Viewer, rows: ImportRow[], locale: Locale) {
  const ids = rows.flatMap(({ dealId, outcome }) => [
    ...(dealId === null ? [] : [dealId]),
    ...(outcome?.duplicates ?? []),
  ]);
  const summaries = await listDealSummaries(viewer, ids);
  const views = summaries.map(({ id, companyName, fundingRound, createdAt, owner }) => {
    const details = [formatDate(createdAt, locale), getShortName(owner)];
    if (fundingRound) details.unshift(getFundingRoundLabel(fundingRound));
    return { id, company: companyName, details: details.filter(Boolean).join(', ') };
  });
  return new Map(views.map((deal) => [deal.id, deal]));
}
