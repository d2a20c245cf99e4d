import { canManageDeal, type Viewer } from '~/domain/access';
import { formatDate } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import type { VisibleDeal } from '~/domain/deal/get.server';
import { isSplittable, listMergesIntoDeal } from '~/domain/deal/merges.server';

/** The merges into a deal that the viewer may still split. */
export async function loadSplittableMergesView(viewer: Viewer, deal: VisibleDeal, locale: Locale) {
  if (!canManageDeal(viewer, deal)) return [];
  return (await listMergesIntoDeal(deal.id))
    .filter(isSplittable)
    .map(({ id, loserName, mergedAt }) => ({
      id,
      company: loserName,
      at: formatDate(new Date(mergedAt), locale),
    }));
}
