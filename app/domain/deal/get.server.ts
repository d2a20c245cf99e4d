import { and, eq, inArray, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import { type Deal, deals, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { getUtcToday } from '~/domain/date/calendar-day';
import { getVisibilityKey, readableBy, visibleTo } from '~/domain/visibility.server';
import { forbidden, notFound } from '~/errors';
import { dealColumns } from './columns.server';
import { findFinalWinner } from './merges.server';

export async function findDeal(viewer: Viewer, id: number) {
  const [deal] = await db
    .select({
      ...dealColumns,
      version: deals.version,
      way: deals.way,
      lookAgainOn: deals.lookAgainOn,
      /** False for evaluators, who only read the deal. */
      canEdit: sql<boolean>`${visibleTo(viewer) ?? sql`1`}`.mapWith(Boolean),
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(eq(deals.id, id), readableBy(viewer)));
  return deal;
}

export type ReadableDeal = NonNullable<Awaited<ReturnType<typeof findDeal>>>;

/**
 * Throws 404 if the viewer may not read the deal, with its winner if it was merged. A page asks this
 * for each of its parts: outside a transaction it is read once until the next commit.
 */
export async function assertDealReadable(viewer: Viewer, id: number, tx?: Db): Promise<void> {
  const key = `readable deal ${id} ${getVisibilityKey(viewer)} ${getUtcToday()}`;
  const isAllowed = tx
    ? await isReadable(tx, viewer, id)
    : await cacheUntilCommit(key, () => isReadable(db, viewer, id));
  if (!isAllowed) throw await createUnreadableError(viewer, id);
}

async function isReadable(tx: Db, viewer: Viewer, id: number): Promise<boolean> {
  return (await tx.$count(deals, and(eq(deals.id, id), readableBy(viewer)))) > 0;
}

const createUnreadableError = async (viewer: Viewer, id: number) =>
  notFound('Pipeline not found', await findFinalWinner(viewer, id));

export async function getDeal(viewer: Viewer, id: number): Promise<ReadableDeal> {
  const deal = await findDeal(viewer, id);
  if (!deal) throw await createUnreadableError(viewer, id);
  return deal;
}

const READ_ONLY_MESSAGE =
  'You can read this deal while you are asked for a scorecard, but you cannot change it.';

/** Returns a deal for a page that only serves to change it. Throws 403 for evaluators, who only read it. */
export async function getEditableDeal(viewer: Viewer, id: number): Promise<ReadableDeal> {
  const deal = await getDeal(viewer, id);
  if (!deal.canEdit) throw forbidden(READ_ONLY_MESSAGE);
  return deal;
}

export async function getDealForUpdate(tx: Db, viewer: Viewer, id: number): Promise<Deal> {
  const [deal] = await tx
    .select()
    .from(deals)
    .where(and(eq(deals.id, id), visibleTo(viewer)));
  if (deal) return deal;
  await getReadableDealRow(tx, viewer, id);
  throw forbidden(READ_ONLY_MESSAGE);
}

export async function getReadableDealRow(tx: Db, viewer: Viewer, id: number): Promise<Deal> {
  const [deal] = await tx
    .select()
    .from(deals)
    .where(and(eq(deals.id, id), readableBy(viewer)));
  if (!deal) throw await createUnreadableError(viewer, id);
  return deal;
}

export async function getManagedDealForUpdate(
  tx: Db,
  viewer: Viewer,
  id: number,
  message?: string,
) {
  const deal = await getDealForUpdate(tx, viewer, id);
  if (!canManageDeal(viewer, deal)) throw forbidden(message);
  return deal;
}

export async function listDealNames(viewer: Viewer, ids: number[]) {
  return db
    .select({
      id: deals.id,
      companyName: deals.companyName,
      ownerId: deals.userId,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)))
    .orderBy(deals.companyName, deals.id);
}
