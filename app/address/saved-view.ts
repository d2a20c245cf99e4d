import { DEFAULT_PAGE_SIZE } from '~/domain/pagination';
import {
  SAVED_VIEW_LISTS,
  type SavedViewList,
  type SavedViewState,
} from '~/domain/saved-view/lists';
import { formatColumns, parseColumns } from './columns';
import { parseDealQuery, toSearchParams } from './deal-query';
import { parsePage } from './page';

const DENSITIES = ['comfortable', 'compact'] as const;

function parseDensity(params: URLSearchParams): SavedViewState['density'] {
  return DENSITIES.find((known) => known === params.get('density')) ?? null;
}

export function parseListAddress(
  address: string,
): { list: SavedViewList; params: URLSearchParams } | undefined {
  const [pathname, search] = address.split('?', 2);
  const list = SAVED_VIEW_LISTS.find((known) => known === pathname);
  return list && { list, params: new URLSearchParams(search) };
}

/** Formats equal lists as equal texts; drops unknown parameters. */
function normalizeSearch(params: URLSearchParams): string {
  const listParams = toSearchParams(parseDealQuery(params));
  const { size } = parsePage(params);
  if (size !== DEFAULT_PAGE_SIZE) listParams.set('size', String(size));
  listParams.sort();
  return String(listParams);
}

export function parseSavedViewState(params: URLSearchParams): SavedViewState {
  return {
    search: normalizeSearch(params),
    density: parseDensity(params),
    columns: parseColumns(params.get('columns')) ?? null,
  };
}

export function hasStateChanged(view: SavedViewState, now: SavedViewState): boolean {
  return (
    normalizeSearch(new URLSearchParams(view.search)) !== now.search ||
    (now.density ?? view.density) !== view.density ||
    getColumnsParam(view) !== getColumnsParam(now)
  );
}

function getColumnsParam({ columns }: Pick<SavedViewState, 'columns'>): string {
  return columns ? formatColumns(columns) : '';
}
