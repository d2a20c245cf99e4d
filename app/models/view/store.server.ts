import { and, asc, eq, max } from 'drizzle-orm';
import type { Db } from '#db/client';
import { db } from '#db/client';
import { users, type View, views } from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, forbidden, invalid, notFound, unauthorized } from '~/refusal';
import {
  mayAdoptView,
  mayChangeView,
  maySeeView,
  mayShareViews,
  type Viewer,
} from '~/models/access';
import { storePreferences } from '~/models/user/preferences.server';
import type { ViewList, ViewState } from './address';
import { MAX_VIEWS, type ViewForm } from './schema';

/** Views: lists of deals as somebody named them (chapter 21 of docs/product-rules.md). */

/** In characters: room for every filter. */
const SEARCH_LIMIT = 8_000;

/** For those who no longer share, without what they shared (rule 21.29). */
export function ownViews(viewer: Viewer) {
  const isKept = mayShareViews(viewer) ? undefined : eq(views.isShared, false);
  return and(eq(views.userId, viewer.id), isKept);
}

export type NewView = ViewForm & ViewState & { list: ViewList };

/** Stores a view of the viewer's and returns it. Throws 400, 401, and 409 for more than 50. */
export async function createView(viewer: Viewer, input: NewView): Promise<View> {
  checkSearch(input);
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
    const position = await lastPosition(tx, viewer);
    const isShared = input.isShared && mayShareViews(viewer);
    const timestamps = { createdAt: new Date(), updatedAt: new Date() };
    const row = { ...input, isShared, userId: viewer.id, position, ...timestamps };
    const [view] = await tx.insert(views).values(row).returning();
    return view!;
  });
}

/** The place of one more view of the viewer's. Throws 409 if they have 50. */
async function lastPosition(tx: Db, viewer: Viewer): Promise<number> {
  const own = ownViews(viewer);
  if ((await tx.$count(views, own)) >= MAX_VIEWS)
    throw conflict(`You can have up to ${MAX_VIEWS} views. Please delete one first.`);
  const [last] = await tx
    .select({ position: max(views.position) })
    .from(views)
    .where(own);
  return (last?.position ?? 0) + 1;
}

/**
 * Makes a shared view that belongs to nobody the viewer's (rule 21.29). Throws 403, 404, and 409 if
 * it belongs to somebody or the viewer has 50.
 */
export async function adoptView(viewer: Viewer, id: number): Promise<void> {
  if (!mayShareViews(viewer)) throw forbidden();
  await transaction(async (tx) => {
    const view = await getView(viewer, id, tx);
    const [maker] = await tx.select().from(users).where(eq(users.id, view.userId));
    if (!mayAdoptView(viewer, view, maker!)) throw conflict('This view already has an owner.');
    const position = await lastPosition(tx, viewer);
    const set = { userId: viewer.id, position, updatedAt: new Date() };
    await tx.update(views).set(set).where(eq(views.id, id));
  });
}

function checkSearch({ search = '' }: Partial<ViewState>): void {
  if (search.length > SEARCH_LIMIT)
    throw invalid([{ path: 'name', message: 'These filters are too long to be saved' }]);
}

/** A view that the viewer may see. Throws 404. */
export async function getView(viewer: Viewer, id: number, from: Db = db): Promise<View> {
  const [view] = await from.select().from(views).where(eq(views.id, id));
  if (!view || !maySeeView(viewer, view)) throw notFound('This view no longer exists.');
  return view;
}

/** One that the viewer may change. Throws 404, and 403 for a shared one of somebody else. */
export async function getChangeableView(viewer: Viewer, id: number, from: Db = db): Promise<View> {
  const view = await getView(viewer, id, from);
  if (!mayChangeView(viewer, view)) throw forbidden();
  return view;
}

/** Changes the given keys. Only staff may begin to share. Throws 400, 403 and 404. */
export async function changeView(
  viewer: Viewer,
  id: number,
  changes: Partial<ViewForm & ViewState>,
): Promise<View> {
  checkSearch(changes);
  return transaction(async (tx) => {
    const before = await getChangeableView(viewer, id, tx);
    if (changes.isShared && !before.isShared && !mayShareViews(viewer)) throw forbidden();
    const set = { ...changes, updatedAt: new Date() };
    const [view] = await tx.update(views).set(set).where(eq(views.id, id)).returning();
    return view!;
  });
}

/** Deletes it and returns what it was. Throws 403 and 404. */
export async function deleteView(viewer: Viewer, id: number): Promise<View> {
  return transaction(async (tx) => {
    const view = await getChangeableView(viewer, id, tx);
    await tx.delete(views).where(eq(views.id, id));
    return view;
  });
}

/** Moves a view of the viewer's own by one among their tabs. Throws 404. */
export async function moveView(viewer: Viewer, id: number, by: 1 | -1): Promise<void> {
  await transaction(async (tx) => {
    const own = await tx
      .select({ id: views.id })
      .from(views)
      .where(ownViews(viewer))
      .orderBy(asc(views.position), asc(views.id));
    const ids = own.map((view) => view.id);
    const index = ids.indexOf(id);
    if (index < 0) throw notFound('This view no longer exists.');
    const to = index + by;
    if (to < 0 || to >= ids.length) return;
    [ids[index], ids[to]] = [ids[to]!, ids[index]!];
    for (const [n, viewId] of ids.entries())
      await tx
        .update(views)
        .set({ position: n + 1 })
        .where(and(eq(views.id, viewId), eq(views.userId, viewer.id)));
  });
}

/** The view that '/' opens; null for the specified page. Throws 404. */
export async function setStartView(viewer: Viewer, id: number | null): Promise<void> {
  await transaction(async (tx) => {
    if (id !== null) await getView(viewer, id, tx);
    await storePreferences(tx, viewer, { startViewId: id });
  });
}
