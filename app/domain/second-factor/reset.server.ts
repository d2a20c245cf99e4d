import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { authenticators, type FieldChanges, passkeys, recoveryCodes, type User } from '#db/schema';
import { transaction } from '#db/transaction';
import { canResetSecondFactor, type Viewer } from '~/domain/access';
import type { Actor } from '~/domain/history/record.server';
import { deleteUserSessions } from '~/domain/session/end.server';
import { getUser } from '~/domain/user/get.server';
import { revokeUserTokens } from '~/domain/user/token.server';
import { forbidden } from '~/errors';
import { getSecondFactor } from './get.server';
import { recordSecondFactorChange, sendSecondFactorNotice } from './record-change.server';

async function deleteSecondFactor(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const before = await getSecondFactor(user.id, tx);
  for (const table of [authenticators, passkeys, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, user.id));
  const fields: FieldChanges = {
    ...(before.hasApp && { authenticator: ['on', null] }),
    ...(before.passkeys.length && { passkeys: [before.passkeys.map(({ name }) => name), null] }),
  };
  if (Object.keys(fields).length) await recordSecondFactorChange(tx, actor, user, fields);
}

export async function disableSecondFactor(viewer: Viewer): Promise<void> {
  await transaction((tx) => deleteSecondFactor(tx, viewer, viewer));
  sendSecondFactorNotice(viewer, 'Two-step login was switched off.');
}

export async function resetSecondFactor(viewer: Viewer, userId: string): Promise<void> {
  const user = await getUser(userId);
  if (!canResetSecondFactor(viewer, user))
    throw forbidden('Only an admin may reset two-step login, and not their own.');
  await resetSecondFactorUnchecked(user, viewer);
}

export async function resetSecondFactorUnchecked(user: User, actor?: Actor): Promise<void> {
  await transaction(async (tx) => {
    await deleteUserSessions(tx, user.id);
    await revokeUserTokens(tx, actor, user);
    await deleteSecondFactor(tx, actor, user);
  });
  const what = 'Two-step login was reset by an administrator.';
  sendSecondFactorNotice(user, `${what} You were signed out, and your API tokens have ended.`);
}
