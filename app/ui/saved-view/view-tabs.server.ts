import { hasStateChanged, parseSavedViewState } from '~/address/saved-view';
import { buildSavedViewLink } from '~/address/saved-view-path';
import { canChangeSavedView, type Viewer } from '~/domain/access';
import { hashShownValues } from '~/domain/form-conflict/shown-values.server';
import { pick } from '~/domain/record';
import { listSavedViews } from '~/domain/saved-view/list.server';
import type { SavedViewList } from '~/domain/saved-view/lists';

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
      seen: isChanged ? hashShownValues(pick(current, ['search', 'density', 'columns'])) : '',
    },
    canSave: current ? isChanged : Boolean(now.search || now.density || now.columns),
  };
}

export type SavedViewTabs = Awaited<ReturnType<typeof getSavedViewTabs>>;
