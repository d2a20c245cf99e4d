import type { View } from '#db/schema';
import { columnsParam } from '~/models/pipeline/columns';

/** What a view keeps of a list's address: filters, sort and page size, density and columns. */

const VIEW_LISTS = ['/dashboard', '/admin/pipelines'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];
export type ViewState = Pick<View, 'search' | 'density' | 'columns'>;

const DENSITIES = ['comfortable', 'compact'] as const;

export function readDensity(params: URLSearchParams): ViewState['density'] {
  return DENSITIES.find((known) => known === params.get('density')) ?? null;
}

export function viewAddress(view: Pick<View, 'id' | 'list'> & ViewState): string {
  const params = new URLSearchParams({ view: String(view.id) });
  for (const [name, value] of new URLSearchParams(view.search)) params.append(name, value);
  if (view.density) params.set('density', view.density);
  if (view.columns) params.set('columns', columnsParam(view.columns));
  return `${view.list}?${params}`;
}

/** In characters: a list's page links to up to 100 views. */
const MAX_LINK = 500;

/** The same as a link: for a long address one that leads to it. */
export function viewLink(view: Parameters<typeof viewAddress>[0]): string {
  const address = viewAddress(view);
  return address.length > MAX_LINK ? `/views/${view.id}/open` : address;
}

/** The list and the parameters of an address; undefined if it is no list with views. */
export function readListAddress(
  address: string,
): { list: ViewList; params: URLSearchParams } | undefined {
  const [pathname, search] = address.split('?', 2);
  const list = VIEW_LISTS.find((known) => known === pathname);
  return list && { list, params: new URLSearchParams(search) };
}
