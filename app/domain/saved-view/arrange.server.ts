import { and, asc, eq } from 'drizzle-orm';
import { savedViews } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { savePreferences } from '~/domain/user/preferences.server';
import { notFound } from '~/errors';
import { getSavedView, isOwnSavedView } from './get.server';

export async function moveSavedView(viewer: Viewer, id: number, by: 1 | -1): Promise<void> {
  await transaction(async (tx) => {
    const ownViews = await tx
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(isOwnSavedView(viewer))
      .orderBy(asc(savedViews.position), asc(savedViews.id));
    const ids = ownViews.map((view) => view.id);
    const index = ids.indexOf(id);
    if (index < 0) throw notFound('This view no longer exists.');
    const to = index + by;
    if (to < 0 || to >= ids.length) return;
    [ids[index], ids[to]] = [ids[to]!, ids[index]!];
    for (const [n, viewId] of ids.entries())
      await tx
        .update(savedViews)
        .set({ position: n + 1 })
        .where(and(eq(savedViews.id, viewId), eq(savedViews.userId, viewer.id)));
  });
}

export async function setStartSavedView(viewer: Viewer, id: number | null): Promise<void> {
  await transaction(async (tx) => {
    if (id !== null) await getSavedView(viewer, id, tx);
    await savePreferences(tx, viewer, { startViewId: id });
  });
}
