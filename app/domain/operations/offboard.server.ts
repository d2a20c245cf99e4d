import { and, eq, inArray, or } from 'drizzle-orm';
import { db } from '#db/client';
import { collaborators, deals, rounds, savedViews, shares, tasks, type User } from '#db/schema';
import { transaction } from '#db/transaction';
import { explainCannotDeleteUser, type Viewer } from '~/domain/access';
import { isOpenRoundAwaiting } from '~/domain/round/leave.server';
import { isSharedViewOwnedBy } from '~/domain/saved-view/transfer.server';
import { isActiveShare } from '~/domain/share/active.server';
import { isOpenTaskAssignedTo } from '~/domain/task/transfer.server';
import { getUserForUpdate } from '~/domain/user/get.server';
import { forbidden } from '~/errors';
import { disableUser } from './disable-user.server';
import { resolveNewOwner, transferWork } from './transfer-work.server';
import { assertSeenDeals } from './trash/assert-seen-deals.server';
import { moveUserToTrash } from './trash/move-to-trash.server';

const OFFBOARDING_OUTCOMES = ['disable', 'delete'] as const;
export type OffboardingOutcome = (typeof OFFBOARDING_OUTCOMES)[number];

export function parseOffboardingOutcome(text: string | null): OffboardingOutcome | undefined {
  return OFFBOARDING_OUTCOMES.find((outcome) => outcome === text);
}

export interface UserWork {
  deals: number;
  openTasks: number;
  openScorecards: number;
  shares: number;
  sharedViews: number;
  collaborations: number;
}

export async function getLeaver(
  viewer: Viewer,
  id: string,
): Promise<{ user: User; work: UserWork }> {
  const user = await getUserForUpdate(db, viewer, id);
  assertCanOffboard(viewer, user);
  const ownDeals = db.select({ id: deals.id }).from(deals).where(eq(deals.userId, id));
  const isEnding = or(eq(shares.userId, id), inArray(shares.dealId, ownDeals));
  return {
    user,
    work: {
      deals: await db.$count(deals, eq(deals.userId, id)),
      openTasks: await db.$count(tasks, isOpenTaskAssignedTo(id)),
      openScorecards: await db.$count(rounds, isOpenRoundAwaiting(id)),
      shares: await db.$count(shares, and(isActiveShare(), isEnding)),
      sharedViews: await db.$count(savedViews, isSharedViewOwnedBy(id)),
      collaborations: await db.$count(collaborators, eq(collaborators.userId, id)),
    },
  };
}

interface OffboardingOptions {
  outcome: OffboardingOutcome;
  newOwner?: string;
  seenDeals?: number;
}

/**
 * Disables or deletes a user as one operation, after `newOwner` (by email) got their deals and open
 * tasks. Throws 403, 404, 400 for `owner`, and 409 if other deals than `seenDeals` would be deleted.
 * Returns the numbers of what was transferred.
 */
export async function offboardUser(
  viewer: Viewer,
  id: string,
  { outcome, newOwner: email, seenDeals }: OffboardingOptions,
): Promise<{ deals: number; tasks: number }> {
  return transaction(async (tx) => {
    const user = await getUserForUpdate(tx, viewer, id);
    assertCanOffboard(viewer, user);
    const newOwner = await resolveNewOwner(tx, [user], email);
    if (outcome === 'delete' && !newOwner) await assertSeenDeals(tx, [user], seenDeals);
    const transferred = await transferWork(tx, viewer, user, newOwner);
    if (outcome === 'disable') await disableUser(tx, viewer, user);
    else await moveUserToTrash(tx, viewer, user);
    return transferred;
  });
}

function assertCanOffboard(viewer: Viewer, user: User): void {
  const reason = explainCannotDeleteUser(viewer, user);
  if (reason) throw forbidden(`Not disabled or deleted: ${reason}.`);
}
