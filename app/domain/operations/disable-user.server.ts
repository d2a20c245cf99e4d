import type { Db } from '#db/client';
import type { User } from '#db/schema';
import { transaction } from '#db/transaction';
import { canDisableUser, type Viewer } from '~/domain/access';
import { removeUserFromDeals } from '~/domain/collaborator/change.server';
import { removeUserFromRounds } from '~/domain/round/leave.server';
import { deleteUserSessions } from '~/domain/session/end.server';
import { endUserShares } from '~/domain/share/end.server';
import { endCalendarFeed } from '~/domain/user/calendar-feed.server';
import { getUserForUpdate } from '~/domain/user/get.server';
import { updateKeepingAdmin } from '~/domain/user/role.server';
import { revokeUserTokens } from '~/domain/user/token.server';
import { updateUser } from '~/domain/user/update.server';
import { forbidden } from '~/errors';

export async function setUserDisabled(
  viewer: Viewer,
  id: string,
  disabled: boolean,
): Promise<User> {
  return transaction(async (tx) => {
    const user = await getUserForUpdate(tx, viewer, id);
    if (!canDisableUser(viewer, user)) throw forbidden('You cannot disable this account.');
    if (disabled) return disableUser(tx, viewer, user);
    return updateUser(tx, viewer, user, { disabledAt: null });
  });
}

/**
 * Ends sessions, tokens, the calendar feed, shares, work on others' deals and unfinished
 * scorecards. The viewer is undefined for the system. Throws 409 for the last admin.
 */
export async function disableUser(tx: Db, viewer: Viewer | undefined, user: User): Promise<User> {
  await revokeAccess(tx, viewer, user);
  const disabledAt = user.disabledAt ?? new Date();
  return updateKeepingAdmin(tx, viewer, user, { disabledAt });
}

async function revokeAccess(tx: Db, viewer: Viewer | undefined, user: User): Promise<void> {
  await deleteUserSessions(tx, user.id);
  await revokeUserTokens(tx, viewer, user);
  await endCalendarFeed(tx, viewer, user);
  await endUserShares(tx, viewer, user);
  await removeUserFromDeals(tx, viewer, user);
  await removeUserFromRounds(tx, viewer, user);
}
