import { eq } from 'drizzle-orm';
import { type SavedView, savedViews } from '#db/schema';
import { transaction } from '#db/transaction';
import { canShareSavedViews, type Viewer } from '~/domain/access';
import { keepChangesOfOthers } from '~/domain/form-conflict/shown-values.server';
import { forbidden, invalid } from '~/errors';
import { getChangeableSavedView } from './get.server';
import type { SavedViewState } from './lists';
import type { SavedViewForm } from './schema';

const MAX_SEARCH_LENGTH = 8_000;

export function assertSearchLength({ search = '' }: Partial<SavedViewState>): void {
  if (search.length > MAX_SEARCH_LENGTH)
    throw invalid([{ path: 'name', message: 'These filters are too long to be saved' }]);
}

/** Throws 409 for a name that somebody else has changed since a form showed it, as in `seen`. */
export async function updateSavedView(
  viewer: Viewer,
  id: number,
  sent: Partial<SavedViewForm & SavedViewState>,
  { seen }: { seen?: string } = {},
): Promise<SavedView> {
  assertSearchLength(sent);
  return transaction(async (tx) => {
    const before = await getChangeableSavedView(viewer, id, tx);
    const changes = keepChangesOfOthers(sent, before, seen);
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
