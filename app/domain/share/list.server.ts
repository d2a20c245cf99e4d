import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type Deal, type Share, shareOpenings, shares, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { getDisplayName } from '~/domain/person/names';
import { canSignIn } from '~/domain/session/viewer.server';
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
  /** Name of a creator who can no longer manage the deal: the page then shows nothing. */
  creatorWithoutAccess?: string;
}

export async function listShares(viewer: Viewer, dealId: number): Promise<ListedShare[]> {
  const deal = await getShareableDeal(viewer, dealId);
  const rows = await db
    .select({ share: shares, creator: users, isActive: sql`${canSignIn}`.mapWith(Boolean) })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(eq(shares.dealId, dealId))
    .orderBy(desc(shares.until), desc(shares.id))
    .limit(MAX_ACTIVE_SHARES_PER_DEAL);
  const ids = rows.map(({ share }) => share.id);
  const opened = await db
    .select()
    .from(shareOpenings)
    .where(inArray(shareOpenings.shareId, ids))
    .orderBy(asc(shareOpenings.day));
  return rows.map(({ share, creator, isActive }) => {
    const written = opened.filter(({ shareId }) => shareId === share.id);
    const days = written.map(({ day, count }) => {
      const waiting = pendingOpenings.get(`${share.id} ${day}`)?.count ?? 0;
      return { day, count: count + waiting };
    });
    const hasAccess = isActive && canManageDeal(creator, deal);
    return {
      ...share,
      openings: days,
      creatorWithoutAccess: hasAccess ? undefined : getDisplayName(creator),
    };
  });
}

export async function countShares(dealIds: number[], tx: Db = db): Promise<number> {
  return tx.$count(shares, and(inArray(shares.dealId, dealIds), isActiveShare()));
}
