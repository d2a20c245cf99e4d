import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences, savedViews } from '#db/schema';
import { canSeeSavedView, getHomePath, isStaff, type Viewer } from '~/domain/access';
import { buildSavedViewPath, type SavedViewList } from './address';

/** Returns the path that '/' and a login open: the chosen view while the viewer may see it. */
export async function getStartPath(viewer: Viewer): Promise<string> {
  const [chosen] = await db
    .select({ view: savedViews })
    .from(preferences)
    .innerJoin(savedViews, eq(savedViews.id, preferences.startViewId))
    .where(eq(preferences.userId, viewer.id));
  const view = chosen?.view;
  if (!view || !canSeeSavedView(viewer, view) || !canOpenList(viewer, view.list))
    return getHomePath(viewer);
  return buildSavedViewPath(view);
}

export function canOpenList(viewer: Viewer, list: SavedViewList): boolean {
  return list === '/dashboard' || isStaff(viewer);
}
