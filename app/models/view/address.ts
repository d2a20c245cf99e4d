import type { View } from '#db/schema';
import { DEFAULT_PAGE_SIZE, readPage } from '~/models/page';
import { columnsParam, readColumns } from '~/models/pipeline/columns';
import { queryParams, readPipelineQuery } from '~/models/pipeline/query';

/** What a view keeps of a list's address: filters, sort and page size, density and columns. */

export const VIEW_LISTS = ['/dashboard', '/admin/pipelines'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];
export type ViewState = Pick<View, 'search' | 'density' | 'columns'>;

const DENSITIES = ['comfortable', 'compact'] as const;

export function readDensity(params: URLSearchParams): ViewState['density'] {
  return DENSITIES.find((known) => known === params.get('density')) ?? null;
}

/** In one form, so that equal lists are equal texts. Unknown parameters are left out. */
function searchOf(params: URLSearchParams): string {
  const kept = queryParams(readPipelineQuery(params));
  const { size } = readPage(params);
  if (size !== DEFAULT_PAGE_SIZE) kept.set('size', String(size));
  kept.sort();
  return String(kept);
}

/** What an address says; null for what it does not. */
export function viewState(params: URLSearchParams): ViewState {
  return {
    search: searchOf(params),
    density: readDensity(params),
    columns: readColumns(params.get('columns')) ?? null,
  };
}

export function viewAddress(view: Pick<View, 'id' | 'list'> & ViewState): string {
  const params = new URLSearchParams({ view: String(view.id) });
  for (const [name, value] of new URLSearchParams(view.search)) params.append(name, value);
  if (view.density) params.set('density', view.density);
  if (view.columns) params.set('columns', columnsParam(view.columns));
  return `${view.list}?${params}`;
}

/** Whether a list's address differs from what the view keeps. No density is the view's own. */
export function differs(view: ViewState, now: ViewState): boolean {
  return (
    searchOf(new URLSearchParams(view.search)) !== now.search ||
    (now.density ?? view.density) !== view.density ||
    shownBy(view) !== shownBy(now)
  );
}

function shownBy({ columns }: Pick<ViewState, 'columns'>): string {
  return columns ? columnsParam(columns) : '';
}

/** The list and the parameters of an address; undefined if it is no list with views. */
export function readListAddress(
  address: string,
): { list: ViewList; params: URLSearchParams } | undefined {
  const [pathname, search] = address.split('?', 2);
  const list = VIEW_LISTS.find((known) => known === pathname);
  return list && { list, params: new URLSearchParams(search) };
}
