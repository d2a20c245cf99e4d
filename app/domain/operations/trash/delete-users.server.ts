import { eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canListUsers, explainCannotDeleteUser, type Viewer } from '~/domain/access';
import { transferMatchingDeals } from '~/domain/operations/transfer-deals.server';
import { findNewOwner, type NewOwner } from '~/domain/user/find-new-owner.server';
import { getUserForUpdate } from '~/domain/user/get.server';
import { forbidden, invalid } from '~/errors';
import { moveUserToTrash } from './move-to-trash.server';

/**
 * Moves a user and their deals to the trash (rule 3.9), or transfers the deals to `newOwner` by
 * email. Throws 403, and 400 unless the new owner is another user who can log in.
 */
export async function deleteUser(viewer: Viewer, id: string, newOwner?: string): Promise<void> {
  await transaction(async (tx) => {
    const user = await getUserForUpdate(tx, viewer, id);
    const reason = explainCannotDeleteUser(viewer, user);
    if (reason) throw forbidden(`Not deleted: ${reason}.`);
    await moveUsersToTrash(tx, viewer, [user], newOwner);
  });
}

/** Deletes the users that may be deleted (rules 9.10 and 9.11). Throws 403, and 400 for the new owner. */
export async function deleteUsers(
  viewer: Viewer,
  ids: string[],
  newOwner?: string,
): Promise<{ deleted: number; skipReasons: string[] }> {
  if (!canListUsers(viewer)) throw forbidden();
  return transaction(async (tx) => {
    const existing = await tx.select().from(users).where(inArray(users.id, ids));
    const allowed = existing.filter((user) => !explainCannotDeleteUser(viewer, user));
    await moveUsersToTrash(tx, viewer, allowed, newOwner);
    return {
      deleted: allowed.length,
      skipReasons: existing.flatMap((user) => explainCannotDeleteUser(viewer, user) ?? []),
    };
  });
}

async function moveUsersToTrash(
  tx: Db,
  viewer: Viewer,
  accounts: User[],
  newOwner: string | undefined,
): Promise<void> {
  const recipient = newOwner?.trim() ? await findRecipient(tx, accounts, newOwner) : undefined;
  for (const user of accounts) {
    const condition = eq(deals.userId, user.id);
    if (recipient) await transferMatchingDeals(tx, viewer, { newOwner: recipient, condition });
    await moveUserToTrash(tx, viewer, user);
  }
}

/** Throws 400 also for one of the deleted users. */
async function findRecipient(tx: Db, accounts: User[], email: string): Promise<NewOwner> {
  const recipient = await findNewOwner(tx, email);
  if (accounts.some(({ id }) => id === recipient.id))
    throw invalid([{ path: 'owner', message: 'This is the account to be deleted' }]);
  return recipient;
}
