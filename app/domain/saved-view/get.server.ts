import { and, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type SavedView, savedViews } from '#db/schema';
import {
  canChangeSavedView,
  canSeeSavedView,
  canShareSavedViews,
  type Viewer,
} from '~/domain/access';
import { forbidden, notFound } from '~/errors';

export function isOwnSavedView(viewer: Viewer) {
  const isAllowed = canShareSavedViews(viewer) ? undefined : eq(savedViews.isShared, false);
  return and(eq(savedViews.userId, viewer.id), isAllowed);
}

export async function getSavedView(viewer: Viewer, id: number, tx: Db = db): Promise<SavedView> {
  const [view] = await tx.select().from(savedViews).where(eq(savedViews.id, id));
  if (!view || !canSeeSavedView(viewer, view)) throw notFound('This view no longer exists.');
  return view;
}

export async function getChangeableSavedView(
  viewer: Viewer,
  id: number,
  tx: Db = db,
): Promise<SavedView> {
  const view = await getSavedView(viewer, id, tx);
  if (!canChangeSavedView(viewer, view)) throw forbidden();
  return view;
}
