import { isDeepStrictEqual } from 'node:util';
import { and, eq, max } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type SavedView, savedViews, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canAdoptSavedView, canShareSavedViews, type Viewer } from '~/domain/access';
import { conflict, forbidden, unauthorized } from '~/errors';
import { getSavedView, isOwnSavedView } from './get.server';
import { MAX_SAVED_VIEWS } from './limits';
import type { SavedViewList, SavedViewState } from './lists';
import type { SavedViewForm } from './schema';
import { assertSearchLength } from './update.server';

export type NewSavedView = SavedViewForm & SavedViewState & { list: SavedViewList };

/** Returns an own view that is alike in everything instead of a second one: the form was sent twice. */
export async function createSavedView(viewer: Viewer, input: NewSavedView): Promise<SavedView> {
  assertSearchLength(input);
  return transaction(async (tx) => {
    if (!(await tx.$count(users, eq(users.id, viewer.id)))) throw unauthorized();
    const isShared = input.isShared && canShareSavedViews(viewer);
    const same = await findSameView(tx, viewer, { ...input, isShared });
    if (same) return same;
    const position = await getNextPosition(tx, viewer);
    const timestamps = { createdAt: new Date(), updatedAt: new Date() };
    const row = { ...input, isShared, userId: viewer.id, position, ...timestamps };
    const [view] = await tx.insert(savedViews).values(row).returning();
    return view!;
  });
}

async function findSameView(tx: Db, viewer: Viewer, input: NewSavedView) {
  const { name, list, search, isShared } = input;
  const alike = await tx
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.userId, viewer.id),
        eq(savedViews.name, name),
        eq(savedViews.list, list),
        eq(savedViews.search, search),
        eq(savedViews.isShared, isShared),
      ),
    );
  return alike.find(
    ({ density, columns }) =>
      density === input.density && isDeepStrictEqual(columns, input.columns),
  );
}

async function getNextPosition(tx: Db, viewer: Viewer): Promise<number> {
  const isOwn = isOwnSavedView(viewer);
  if ((await tx.$count(savedViews, isOwn)) >= MAX_SAVED_VIEWS)
    throw conflict(`You can have up to ${MAX_SAVED_VIEWS} views. Please delete one first.`);
  const [last] = await tx
    .select({ position: max(savedViews.position) })
    .from(savedViews)
    .where(isOwn);
  return (last?.position ?? 0) + 1;
}

export async function adoptSavedView(viewer: Viewer, id: number): Promise<void> {
  if (!canShareSavedViews(viewer)) throw forbidden();
  await transaction(async (tx) => {
    const view = await getSavedView(viewer, id, tx);
    const [owner] = await tx.select().from(users).where(eq(users.id, view.userId));
    if (!canAdoptSavedView(viewer, view, owner!)) throw conflict('This view already has an owner.');
    const position = await getNextPosition(tx, viewer);
    const set = { userId: viewer.id, position, updatedAt: new Date() };
    await tx.update(savedViews).set(set).where(eq(savedViews.id, id));
  });
}
