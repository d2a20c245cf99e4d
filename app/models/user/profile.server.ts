import { transaction } from '#db/transaction';
import { invalid } from '~/refusal';
import type { Viewer } from '~/models/access';
import { userEntry, writeHistory } from '~/models/history/write.server';
import { getUser, storePassword } from './login.server';
import { adviseOnPassword, passwordMatches } from './password.server';
import type { ChangeName, ChangePassword } from './schema';
import { deleteOtherSessions } from './session.server';
import { endTokensOf } from './token.server';
import { derivedName, updateUser } from './write.server';

export async function changeName(viewer: Viewer, name: ChangeName): Promise<void> {
  const derived = derivedName({ ...name, email: viewer.email });
  await transaction((tx) => updateUser(tx, viewer, viewer, { ...name, ...derived }));
}

const NOT_CURRENT = [{ path: 'current', message: 'This is not your current password' }];

/** Returns the hash of the viewer's password. Throws 400 unless `current` is that password. */
export async function checkCurrentPassword(viewer: Viewer, current: string): Promise<string> {
  const { password: known } = await getUser(viewer.id);
  if (!(await passwordMatches(current, known))) throw invalid(NOT_CURRENT);
  return known;
}

/**
 * Ends the viewer's other sessions and, with `endTokens`, their API tokens. Returns a hint if the new password is a common one. Throws 400
 * if the current password is wrong.
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
  const known = await checkCurrentPassword(viewer, current);
  const advice = await adviseOnPassword(password, viewer);
  await storePassword({ id: viewer.id, password: known }, password, async (tx) => {
    await deleteOtherSessions(tx, viewer.id, sessionId);
    await writeHistory(tx, viewer, [userEntry(viewer, 'password changed')]);
    if (endTokens) await endTokensOf(tx, viewer, viewer);
  });
  return advice;
}
