import { canManageDeal, type Viewer } from '~/domain/access';
import type { ReadableDeal } from '~/domain/deal/get.server';
import { listSplittableMerges, MAX_LISTED_MERGES } from '~/domain/deal/merges.server';
import { formatDate } from '~/format/date';
import type { Locale } from '~/format/locale';

export async function loadSplittableMergesView(viewer: Viewer, deal: ReadableDeal, locale: Locale) {
  if (!canManageDeal(viewer, deal)) return { merged: [], hasMoreMerged: false };
  const merges = await listSplittableMerges(deal.id, MAX_LISTED_MERGES + 1);
  const merged = merges.slice(-MAX_LISTED_MERGES).map(({ id, loserName, mergedAt }) => ({
    id,
    company: loserName,
    at: formatDate(mergedAt, locale),
  }));
  return { merged, hasMoreMerged: merges.length > MAX_LISTED_MERGES };
}
