import { eq } from 'drizzle-orm';
import { type SavedView, savedViews } from '#db/schema';
import { transaction } from '#db/transaction';
import { canShareSavedViews, type Viewer } from '~/domain/access';
import { forbidden, invalid } from '~/errors';
import { getChangeableSavedView } from './get.server';
import type { SavedViewState } from './lists';
import type { SavedViewForm } from './schema';

const MAX_SEARCH_LENGTH = 8_000;

export function assertSearchLength({ search = '' }: Partial<SavedViewState>): void {
  if (search.length > MAX_SEARCH_LENGTH)
    throw invalid([{ path: 'name', message: 'These filters are too long to be saved' }]);
}

export async function updateSavedView(
  viewer: Viewer,
  id: number,
  changes: Partial<SavedViewForm & SavedViewState>,
): Promise<SavedView> {
  assertSearchLength(changes);
  return transaction(async (tx) => {
    const before = await getChangeableSavedView(viewer, id, tx);
    if (changes.isShared && !before.isShared && !canShareSavedViews(viewer)) throw forbidden();
    const set = { ...changes, updatedAt: new Date() };
    const [view] = await tx.update(savedViews).set(set).where(eq(savedViews.id, id)).returning();
    return view!;
  });
}

export async function deleteSavedView(viewer: Viewer, id: number): Promise<SavedView> {
  return transaction(async (tx) => {
    const view = await getChangeableSavedView(viewer, id, tx);
    await tx.delete(savedViews).where(eq(savedViews.id, id));
    return view;
  });
}
