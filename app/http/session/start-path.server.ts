import { buildSavedViewPath } from '~/address/saved-view-path';
import { getHomePath, type Viewer } from '~/domain/access';
import { findStartView } from '~/domain/saved-view/start.server';

export async function getStartPath(viewer: Viewer): Promise<string> {
  const view = await findStartView(viewer);
  return view ? buildSavedViewPath(view) : getHomePath(viewer);
}
