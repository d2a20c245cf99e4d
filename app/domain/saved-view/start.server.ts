import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences, type SavedView, savedViews } from '#db/schema';
import { canSeeSavedView, isStaff, type Viewer } from '~/domain/access';
import type { SavedViewList } from './lists';

export async function findStartView(viewer: Viewer): Promise<SavedView | undefined> {
  const [chosen] = await db
    .select({ view: savedViews })
    .from(preferences)
    .innerJoin(savedViews, eq(savedViews.id, preferences.startViewId))
    .where(eq(preferences.userId, viewer.id));
  const view = chosen?.view;
  return view && canSeeSavedView(viewer, view) && canOpenList(viewer, view.list) ? view : undefined;
}

export function canOpenList(viewer: Viewer, list: SavedViewList): boolean {
  return list === '/dashboard' || isStaff(viewer);
}
