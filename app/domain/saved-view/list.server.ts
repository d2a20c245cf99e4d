import { and, asc, eq, ne } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { db } from '#db/client';
import { type SavedView, savedViews, users } from '#db/schema';
import { canAdoptSavedView, canShareSavedViews, type Viewer } from '~/domain/access';
import { getShortName } from '~/domain/person/names';
import { isOwnSavedView } from './get.server';
import { MAX_SAVED_VIEWS } from './limits';
import { canOpenList } from './start.server';

const { firstName, email, role, isAdmin, disabledAt } = users;

export interface ListedSavedView extends SavedView {
  by?: string;
  canAdopt?: boolean;
}

export async function listSavedViews(viewer: Viewer): Promise<ListedSavedView[]> {
  // The flag makes an administrator, whatever the role.
  const key = JSON.stringify(['views', viewer.id, viewer.role, viewer.isAdmin]);
  return cacheUntilCommit(key, () => selectSavedViews(viewer));
}

async function selectSavedViews(viewer: Viewer): Promise<ListedSavedView[]> {
  const [ownViews, shared] = await Promise.all([
    db
      .select()
      .from(savedViews)
      .where(isOwnSavedView(viewer))
      .orderBy(asc(savedViews.position), asc(savedViews.id))
      .limit(MAX_SAVED_VIEWS),
    db
      .select({ view: savedViews, owner: { firstName, email, role, isAdmin, disabledAt } })
      .from(savedViews)
      .innerJoin(users, eq(users.id, savedViews.userId))
      .where(
        and(
          eq(savedViews.isShared, true),
          canShareSavedViews(viewer) ? ne(savedViews.userId, viewer.id) : undefined,
        ),
      )
      .orderBy(asc(savedViews.id))
      .limit(MAX_SAVED_VIEWS),
  ]);
  const sharedTabs = shared.map(({ view, owner }): ListedSavedView => ({
    ...view,
    by: getShortName(owner),
    canAdopt: canAdoptSavedView(viewer, view, owner),
  }));
  sharedTabs.sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  return [...ownViews, ...sharedTabs.filter(({ list }) => canOpenList(viewer, list))];
}
