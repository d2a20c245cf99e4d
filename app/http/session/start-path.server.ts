import { buildSavedViewPath } from '~/address/saved-view';
import { getHomePath, type Viewer } from '~/domain/access';
import { findStartView } from '~/domain/saved-view/start.server';

/** Returns the path that '/' and a login open: the chosen view, else the specified page. */
export async function getStartPath(viewer: Viewer): Promise<string> {
  const view = await findStartView(viewer);
  return view ? buildSavedViewPath(view) : getHomePath(viewer);
}
