import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals, type User } from '#db/schema';
import { canShareSavedViews, type Viewer } from '~/domain/access';
import { transferSharedViews } from '~/domain/saved-view/transfer.server';
import { transferOpenTasks } from '~/domain/task/transfer.server';
import { requireNewOwner } from '~/domain/user/new-owner.server';
import { invalid } from '~/errors';
import { transferMatchingDeals } from './transfer-deals.server';

/** Returns undefined without an email. Throws 400 unless it is of another user who can sign in. */
export async function resolveNewOwner(
  tx: Db,
  leavers: Pick<User, 'id'>[],
  email = '',
): Promise<Viewer | undefined> {
  if (!email.trim()) return undefined;
  const newOwner = await requireNewOwner(tx, email);
  if (leavers.some(({ id }) => id === newOwner.id))
    throw invalid([{ path: 'owner', message: 'Please choose another account' }]);
  return newOwner;
}

/**
 * Gives a leaver's deals, open tasks and shared views to `newOwner`. Without one, deals and tasks
 * stay theirs. Shared views go to the viewer unless the new owner may share, too.
 */
export async function transferWork(
  tx: Db,
  viewer: Viewer,
  leaver: User,
  newOwner: Viewer | undefined,
): Promise<{ deals: number; tasks: number }> {
  const sharer = newOwner && canShareSavedViews(newOwner) ? newOwner : viewer;
  await transferSharedViews(tx, leaver, sharer);
  if (!newOwner) return { deals: 0, tasks: 0 };
  const condition = eq(deals.userId, leaver.id);
  return {
    deals: await transferMatchingDeals(tx, viewer, { newOwner, condition }),
    tasks: await transferOpenTasks(tx, viewer, leaver, newOwner),
  };
}
