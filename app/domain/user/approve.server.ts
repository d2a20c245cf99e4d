import type { Db } from '#db/client';
import type { User } from '#db/schema';
import { transaction } from '#db/transaction';
import { canApproveUser, type Viewer } from '~/domain/access';
import { composeApprovalMail, composeRejectionMail } from '~/domain/mail/compose.server';
import { sendMail } from '~/domain/mail/send.server';
import { deleteUserSessions } from '~/domain/session/end.server';
import { conflict, forbidden } from '~/errors';
import { getUserForUpdate } from './get.server';
import { updateUser } from './update.server';

/** Throws 403, 404, and 409 unless the user is pending. */
export async function approveUser(viewer: Viewer, id: string): Promise<User> {
  const approved = await transaction((tx) => setApprovalStatus(tx, viewer, id, 'approved'));
  sendMail(composeApprovalMail(approved));
  return approved;
}

/** Rejects and ends all sessions. Throws 403, 404, and 409 unless the user is pending. */
export async function rejectUser(viewer: Viewer, id: string): Promise<User> {
  const rejected = await transaction(async (tx) => {
    await deleteUserSessions(tx, id);
    return setApprovalStatus(tx, viewer, id, 'rejected');
  });
  sendMail(composeRejectionMail(rejected));
  return rejected;
}

async function setApprovalStatus(
  tx: Db,
  viewer: Viewer,
  id: string,
  approvalStatus: 'approved' | 'rejected',
): Promise<User> {
  const user = await getUserForUpdate(tx, viewer, id);
  if (!canApproveUser(viewer, user)) throw forbidden('Only an admin may decide on this account.');
  if (user.approvalStatus !== 'pending')
    throw conflict(`This account has already been ${user.approvalStatus}.`);
  return updateUser(tx, viewer, user, { approvalStatus, decidedAt: new Date() });
}
