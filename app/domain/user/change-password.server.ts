import type { Db } from '#db/client';
import { transactionUsingReserve } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { recordHistory, userEvent } from '~/domain/history/record.server';
import { deleteOtherSessions } from '~/domain/session/end.server';
import { conflict, invalid } from '~/errors';
import { checkCommonPassword } from './common-password.server';
import { getUser } from './get.server';
import { hashPassword, verifyPassword } from './password.server';
import type { ChangePassword } from './password-schema';
import { replacePasswordHash, type UserPasswordHash } from './replace-password-hash.server';
import { revokeUserTokens } from './token.server';

async function savePassword(
  user: UserPasswordHash,
  password: string,
  runInTransaction: (tx: Db) => Promise<void>,
): Promise<void> {
  const hash = await hashPassword(password);
  await transactionUsingReserve(async (tx) => {
    if (!(await replacePasswordHash(tx, user, hash)))
      throw conflict('The password has just been changed elsewhere.');
    await runInTransaction(tx);
  });
}

const WRONG_CURRENT_PASSWORD = [{ path: 'current', message: 'This is not your current password' }];

export async function verifyCurrentPassword(viewer: Viewer, current: string): Promise<string> {
  const { password: hash } = await getUser(viewer.id);
  if (!(await verifyPassword(current, hash))) throw invalid(WRONG_CURRENT_PASSWORD);
  return hash;
}

/**
 * Ends the viewer's other sessions and, with `endTokens`, their API tokens. Returns advice if the
 * new password is common.
 */
export async function changePassword(
  viewer: Viewer,
  {
    current,
    password,
    endTokens = true,
  }: Pick<ChangePassword, 'current' | 'password'> & { endTokens?: boolean },
  sessionId: string,
): Promise<string | undefined> {
  const currentHash = await verifyCurrentPassword(viewer, current);
  const advice = await checkCommonPassword(password, viewer);
  await savePassword({ id: viewer.id, password: currentHash }, password, async (tx) => {
    await deleteOtherSessions(tx, viewer.id, sessionId);
    await recordHistory(tx, viewer, [userEvent(viewer, 'password changed')]);
    if (endTokens) await revokeUserTokens(tx, viewer, viewer);
  });
  return advice;
}
