import { formatColumns, parseColumns } from '~/domain/deal/list-columns';
import { parseDealQuery, toSearchParams } from '~/domain/deal/query';
import { DEFAULT_PAGE_SIZE, parsePage } from '~/domain/pagination';
import { parseDensity, type SavedViewState } from './address';

/** Formats equal lists as equal texts; drops unknown parameters. */
function normalizeSearch(params: URLSearchParams): string {
  const listParams = toSearchParams(parseDealQuery(params));
  const { size } = parsePage(params);
  if (size !== DEFAULT_PAGE_SIZE) listParams.set('size', String(size));
  listParams.sort();
  return String(listParams);
}

/** Parses the state of a list's URL; null for what it does not set. */
export function parseSavedViewState(params: URLSearchParams): SavedViewState {
  return {
    search: normalizeSearch(params),
    density: parseDensity(params),
    columns: parseColumns(params.get('columns')) ?? null,
  };
}

/** Compares a list's URL with the view. A URL without a density uses the view's own. */
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
