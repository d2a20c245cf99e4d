import { and, asc, eq, ne } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { users, type View, views } from '#db/schema';
import { mayAdoptView, mayChangeView, mayShareViews, type Viewer } from '~/models/access';
import { DEFAULT_PAGE_SIZE, readPage } from '~/models/page';
import { columnsParam, readColumns } from '~/models/pipeline/columns';
import { queryParams, readPipelineQuery } from '~/models/pipeline/query';
import { getPreferences } from '~/models/user/preferences.server';
import { shortName } from '~/models/text';
import { readDensity, viewLink, type ViewList, type ViewState } from './address';
import { MAX_VIEWS } from './schema';
import { mayOpen } from './start.server';
import { ownViews } from './store.server';

const { firstName, email, role, isAdmin, disabledAt } = users;

export interface ListedView extends View {
  /** The person who shares the view. */
  by?: string;
  mayAdopt?: boolean;
}

/** The viewer's own in their order, then what is shared with them, by name; at most 50 of each. */
export async function listViews(viewer: Viewer): Promise<ListedView[]> {
  // The flag makes an administrator, whatever the role.
  const key = JSON.stringify(['views', viewer.id, viewer.role, viewer.isAdmin]);
  return cachedUntilCommit(key, () => readViews(viewer));
}

async function readViews(viewer: Viewer): Promise<ListedView[]> {
  const [own, shared] = await Promise.all([
    db
      .select()
      .from(views)
      .where(ownViews(viewer))
      .orderBy(asc(views.position), asc(views.id))
      .limit(MAX_VIEWS),
    db
      .select({ view: views, maker: { firstName, email, role, isAdmin, disabledAt } })
      .from(views)
      .innerJoin(users, eq(users.id, views.userId))
      .where(
        and(
          eq(views.isShared, true),
          mayShareViews(viewer) ? ne(views.userId, viewer.id) : undefined,
        ),
      )
      .orderBy(asc(views.id))
      .limit(MAX_VIEWS),
  ]);
  const sharedTabs = shared.map(({ view, maker }) => ({
    ...view,
    by: shortName(maker),
    mayAdopt: mayAdoptView(viewer, view, maker),
  }));
  sharedTabs.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  return [...own, ...sharedTabs.filter(({ list }) => mayOpen(viewer, list))];
}

/** In one form, so that equal lists are equal texts. Unknown parameters are left out. */
function searchOf(params: URLSearchParams): string {
  const listParams = queryParams(readPipelineQuery(params));
  const { size } = readPage(params);
  if (size !== DEFAULT_PAGE_SIZE) listParams.set('size', String(size));
  listParams.sort();
  return String(listParams);
}

/** What an address says; null for what it does not. */
export function viewState(params: URLSearchParams): ViewState {
  return {
    search: searchOf(params),
    density: readDensity(params),
    columns: readColumns(params.get('columns')) ?? null,
  };
}

/** Whether a list's address differs from what the view keeps. No density is the view's own. */
export function differs(view: ViewState, now: ViewState): boolean {
  return (
    searchOf(new URLSearchParams(view.search)) !== now.search ||
    (now.density ?? view.density) !== view.density ||
    shownBy(view) !== shownBy(now)
  );
}

function shownBy({ columns }: Pick<ViewState, 'columns'>): string {
  return columns ? columnsParam(columns) : '';
}

/** The tabs of a list, and what is to be offered for the address that is open. */
export async function viewTabs(viewer: Viewer, list: ViewList, params: URLSearchParams) {
  const listed = (await listViews(viewer)).filter((view) => view.list === list);
  const current = listed.find(({ id }) => String(id) === params.get('view'));
  const now = viewState(params);
  const isChanged = current ? differs(current, now) : false;
  return {
    tabs: listed.map((view) => ({
      id: view.id,
      name: view.name,
      by: view.by,
      to: viewLink(view),
    })),
    current: current && {
      id: current.id,
      isChanged,
      mayUpdate: isChanged && mayChangeView(viewer, current),
    },
    maySave: current ? isChanged : Boolean(now.search || now.density || now.columns),
  };
}
export type ViewTabsData = Awaited<ReturnType<typeof viewTabs>>;

const LIST_NAMES: Record<ViewList, string> = {
  '/dashboard': 'Dashboard',
  '/admin/pipelines': 'All Pipelines',
};

/** Data of the page of views. */
export async function viewsView(viewer: Viewer) {
  const [listed, { startViewId }] = await Promise.all([listViews(viewer), getPreferences(viewer)]);
  const rows = listed.map((view) => ({
    id: view.id,
    name: view.name,
    by: view.by,
    mayAdopt: view.mayAdopt,
    list: LIST_NAMES[view.list],
    to: viewLink(view),
    isShared: view.isShared,
    isStart: view.id === startViewId,
    mayChange: mayChangeView(viewer, view),
    mayShare: mayChangeView(viewer, view) && (view.isShared || mayShareViews(viewer)),
  }));
  return { own: rows.filter(({ by }) => !by), shared: rows.filter(({ by }) => by) };
}
export type ViewRow = Awaited<ReturnType<typeof viewsView>>['own'][number];
