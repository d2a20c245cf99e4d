import { canChangeSavedView, canShareSavedViews, type Viewer } from '~/domain/access';
import { getPreferences } from '~/domain/user/preferences.server';
import { type SavedViewList, buildSavedViewLink } from './address';
import { listSavedViews } from './list.server';
import { hasStateChanged, parseSavedViewState } from './state';

/** Returns a list's tabs, and whether the open URL can be saved. */
export async function getSavedViewTabs(
  viewer: Viewer,
  list: SavedViewList,
  params: URLSearchParams,
) {
  const listed = (await listSavedViews(viewer)).filter((view) => view.list === list);
  const current = listed.find(({ id }) => String(id) === params.get('view'));
  const now = parseSavedViewState(params);
  const isChanged = current ? hasStateChanged(current, now) : false;
  return {
    tabs: listed.map((view) => ({
      id: view.id,
      name: view.name,
      by: view.by,
      to: buildSavedViewLink(view),
    })),
    current: current && {
      id: current.id,
      isChanged,
      canUpdate: isChanged && canChangeSavedView(viewer, current),
    },
    canSave: current ? isChanged : Boolean(now.search || now.density || now.columns),
  };
}

export type SavedViewTabs = Awaited<ReturnType<typeof getSavedViewTabs>>;

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
