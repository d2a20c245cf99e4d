import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type Deal, type Share, shareOpenings, shares } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { forbidden } from '~/errors';
import { isActiveShare } from './active.server';
import { pendingOpenings } from './openings.server';
import { MAX_ACTIVE_SHARES_PER_DEAL } from './schema';

const CANNOT_SHARE_MESSAGE = 'Only the owner, managers and admins may share a deal.';

export function assertCanShareDeal<T extends Pick<Deal, 'userId'>>(viewer: Viewer, deal: T): T {
  if (!canManageDeal(viewer, deal)) throw forbidden(CANNOT_SHARE_MESSAGE);
  return deal;
}

export async function getShareableDeal(viewer: Viewer, dealId: number) {
  return assertCanShareDeal(viewer, await getDeal(viewer, dealId));
}

export interface ListedShare extends Share {
  openings: { day: string; count: number }[];
}

export async function listShares(viewer: Viewer, dealId: number): Promise<ListedShare[]> {
  await getShareableDeal(viewer, dealId);
  const rows = await db
    .select()
    .from(shares)
    .where(eq(shares.dealId, dealId))
    .orderBy(desc(shares.until), desc(shares.id))
    .limit(MAX_ACTIVE_SHARES_PER_DEAL);
  const ids = rows.map(({ id }) => id);
  const opened = await db
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.shareId, ids))
    .orderBy(asc(shareOpenings.day));
  return rows.map((share) => {
    const written = opened.filter(({ shareId }) => shareId === share.id);
    const days = written.map(({ day, count }) => {
      const waiting = pendingOpenings.get(`${share.id} ${day}`)?.count ?? 0;
      return { day, count: count + waiting };
    });
    return { ...share, openings: days };
  });
}

export async function countShares(dealIds: number[], tx: Db = db): Promise<number> {
  return tx.$count(shares, and(inArray(shares.dealId, dealIds), isActiveShare()));
}
