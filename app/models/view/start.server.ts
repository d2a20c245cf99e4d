import { eq } from 'drizzle-orm';
import { db } from '#db/client';
import { preferences, views } from '#db/schema';
import { homeOf, isStaff, maySeeView, type Viewer } from '~/models/access';
import { viewAddress, type ViewList } from './address';

/** Where '/' and a login lead: the view that the viewer has chosen, while they may see it. */
export async function startAddress(viewer: Viewer): Promise<string> {
  const [chosen] = await db
    .select({ view: views })
    .from(preferences)
    .innerJoin(views, eq(views.id, preferences.startViewId))
    .where(eq(preferences.userId, viewer.id));
  const view = chosen?.view;
  if (!view || !maySeeView(viewer, view) || !mayOpen(viewer, view.list)) return homeOf(viewer);
  return viewAddress(view);
}

export function mayOpen(viewer: Viewer, list: ViewList): boolean {
  return list === '/dashboard' || isStaff(viewer);
}
