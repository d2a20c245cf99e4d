import { canManageDeal, type Viewer } from '~/domain/access';
import { formatDate } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import type { VisibleDeal } from '~/domain/deal/get.server';
import { listSplittableMerges, MAX_LISTED_MERGES } from '~/domain/deal/merges.server';

/** Returns the latest merges, and whether there are more. */
export async function loadSplittableMergesView(viewer: Viewer, deal: VisibleDeal, locale: Locale) {
  if (!canManageDeal(viewer, deal)) return { merged: [], hasMoreMerged: false };
  const merges = await listSplittableMerges(deal.id, MAX_LISTED_MERGES + 1);
  const merged = merges.slice(-MAX_LISTED_MERGES).map(({ id, loserName, mergedAt }) => ({
    id,
    company: loserName,
    at: formatDate(mergedAt, locale),
  }));
  return { merged, hasMoreMerged: merges.length > MAX_LISTED_MERGES };
}
