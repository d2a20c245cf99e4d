import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canListUsers, explainCannotDeleteUser, type Viewer } from '~/domain/access';
import { resolveNewOwner, transferWork } from '~/domain/operations/transfer-work.server';
import { getUserForUpdate } from '~/domain/user/get.server';
import { forbidden } from '~/errors';
import { assertSeenDeals } from './assert-seen-deals.server';
import { moveUserToTrash } from './move-to-trash.server';

/** `seenDeals` is the number of deals that the page announced. */
interface DeleteUsersOptions {
  newOwner?: string;
  seenDeals?: number;
}

/**
 * Moves a user and their deals to the trash (rule 3.9), or transfers deals and tasks to `newOwner`
 * by email. Throws 403, 400 unless the new owner is another user who can sign in, and 409 if other
 * deals than `seenDeals` would be deleted.
 */
export async function deleteUser(
  viewer: Viewer,
  id: string,
  options: DeleteUsersOptions = {},
): Promise<void> {
  await transaction(async (tx) => {
    const user = await getUserForUpdate(tx, viewer, id);
    const reason = explainCannotDeleteUser(viewer, user);
    if (reason) throw forbidden(`Not deleted: ${reason}.`);
    await moveUsersToTrash(tx, viewer, [user], options);
  });
}

export async function deleteUsers(
  viewer: Viewer,
  ids: string[],
  options: DeleteUsersOptions = {},
): Promise<{ deleted: number; skipReasons: string[] }> {
  if (!canListUsers(viewer)) throw forbidden();
  return transaction(async (tx) => {
    const existing = await tx.select().from(users).where(inArray(users.id, ids));
    const allowed = existing.filter((user) => !explainCannotDeleteUser(viewer, user));
    await moveUsersToTrash(tx, viewer, allowed, options);
    return {
      deleted: allowed.length,
      skipReasons: existing.flatMap((user) => explainCannotDeleteUser(viewer, user) ?? []),
    };
  });
}

async function moveUsersToTrash(
  tx: Db,
  viewer: Viewer,
  usersToDelete: User[],
  { newOwner: email, seenDeals }: DeleteUsersOptions,
): Promise<void> {
  const newOwner = await resolveNewOwner(tx, usersToDelete, email);
  if (!newOwner) await assertSeenDeals(tx, usersToDelete, seenDeals);
  for (const user of usersToDelete) {
    await transferWork(tx, viewer, user, newOwner);
    await moveUserToTrash(tx, viewer, user);
  }
}
