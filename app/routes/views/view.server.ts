import { buildSavedViewLink } from '~/address/saved-view-path';
import { canChangeSavedView, canShareSavedViews, type Viewer } from '~/domain/access';
import { listSavedViews } from '~/domain/saved-view/list.server';
import type { SavedViewList } from '~/domain/saved-view/lists';
import { getPreferences } from '~/domain/user/preferences.server';

const LIST_NAMES: Record<SavedViewList, string> = {
  '/dashboard': 'Dashboard',
  '/admin/pipelines': 'All Pipelines',
};

export async function getSavedViewsPage(viewer: Viewer) {
  const [listed, { startViewId }] = await Promise.all([
    listSavedViews(viewer),
    getPreferences(viewer),
  ]);
  const rows = listed.map((view) => ({
    id: view.id,
    name: view.name,
    by: view.by,
    canAdopt: view.canAdopt,
    list: LIST_NAMES[view.list],
    to: buildSavedViewLink(view),
    isShared: view.isShared,
    isStart: view.id === startViewId,
    canChange: canChangeSavedView(viewer, view),
    canShare: canChangeSavedView(viewer, view) && (view.isShared || canShareSavedViews(viewer)),
  }));
  return { own: rows.filter(({ by }) => !by), shared: rows.filter(({ by }) => by) };
}

export type SavedViewRow = Awaited<ReturnType<typeof getSavedViewsPage>>['own'][number];
