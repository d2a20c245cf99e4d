import type { Viewer } from '~/domain/access';
import { findDeal } from '~/domain/deal/get.server';
import { listDealIds } from '~/domain/deal/list.server';
import type { DealQuery } from '~/domain/deal/query';
import type { Page } from '~/domain/pagination';
import type { Locale } from '~/format/locale';
import { loadDealFacts } from '~/ui/deal/deal-facts-view.server';

interface ListContext {
  query: DealQuery;
  slice: Page;
  total: number;
}

export async function loadDetailsView(
  viewer: Viewer,
  id: string | null,
  list: ListContext,
  locale: Locale,
) {
  const deal = /^[1-9]\d{0,14}$/.test(id ?? '') ? await findDeal(viewer, Number(id)) : undefined;
  if (!deal) return undefined;
  const facts = await loadDealFacts(viewer, deal, locale);
  return { ...facts, listPosition: await findListPosition(viewer, deal.id, list) };
}

export type DetailsView = NonNullable<Awaited<ReturnType<typeof loadDetailsView>>>;

/**
 * Returns the deal's position, from 1, and its neighbours with their pages, across page boundaries.
 * Returns undefined if the deal is not on the open page.
 */
async function findListPosition(viewer: Viewer, id: number, { query, slice, total }: ListContext) {
  const before = Math.min(slice.offset, 1);
  const around = { limit: slice.limit + before + 1, offset: slice.offset - before };
  const ids = await listDealIds(viewer, query, { page: around });
  const index = ids.indexOf(id);
  const offset = index - before;
  if (offset < 0 || offset >= slice.limit) return undefined;
  const getNeighbour = (step: number) => {
    const neighbourId = ids[index + step];
    const page = Math.floor((slice.offset + offset + step) / slice.limit) + 1;
    return neighbourId === undefined ? undefined : { id: neighbourId, page };
  };
  return {
    position: slice.offset + offset + 1,
    total,
    previous: getNeighbour(-1),
    next: getNeighbour(1),
  };
}
