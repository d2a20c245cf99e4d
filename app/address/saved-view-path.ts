import type { SavedView } from '#db/schema';
import type { SavedViewState } from '~/domain/saved-view/lists';
import { formatColumns } from './columns';

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
