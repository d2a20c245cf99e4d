import type { SavedView } from '#db/schema';
import { formatColumns } from '~/domain/deal/list-columns';

const SAVED_VIEW_LISTS = ['/dashboard', '/admin/pipelines'] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];
export type SavedViewState = Pick<SavedView, 'search' | 'density' | 'columns'>;

const DENSITIES = ['comfortable', 'compact'] as const;

export function parseDensity(params: URLSearchParams): SavedViewState['density'] {
  return DENSITIES.find((known) => known === params.get('density')) ?? null;
}

export function buildSavedViewPath(view: Pick<SavedView, 'id' | 'list'> & SavedViewState): string {
  const params = new URLSearchParams({ view: String(view.id) });
  for (const [name, value] of new URLSearchParams(view.search)) params.append(name, value);
  if (view.density) params.set('density', view.density);
  if (view.columns) params.set('columns', formatColumns(view.columns));
  return `${view.list}?${params}`;
}

/** Bounds the size of a list's page, which links to up to 100 views. */
const MAX_LINK = 500;

/** Returns a view's path, or for a long one a short path that redirects to it. */
export function buildSavedViewLink(view: Parameters<typeof buildSavedViewPath>[0]): string {
  const address = buildSavedViewPath(view);
  return address.length > MAX_LINK ? `/views/${view.id}/open` : address;
}

/** Parses the address of a list with saved views; undefined for any other. */
export function parseListAddress(
  address: string,
): { list: SavedViewList; params: URLSearchParams } | undefined {
  const [pathname, search] = address.split('?', 2);
  const list = SAVED_VIEW_LISTS.find((known) => known === pathname);
  return list && { list, params: new URLSearchParams(search) };
}
