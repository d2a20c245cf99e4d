import type { Db } from '#db/client';
import type { User } from '#db/schema';
import { transaction } from '#db/transaction';
import { canApproveUser, type Viewer } from '~/domain/access';
import { composeApprovalMail, composeRejectionMail } from '~/domain/mail/compose.server';
import { sendMail } from '~/domain/mail/send.server';
import { deleteUserSessions } from '~/domain/session/end.server';
import { conflict, forbidden } from '~/errors';
import { getRole, type Role } from './fields';
import { getUserForUpdate } from './get.server';
import { checkRoleChange } from './role.server';
import { updateUser } from './update.server';

export async function approveUser(viewer: Viewer, id: string, role?: Role): Promise<User> {
  const approved = await transaction((tx) =>
    decide(tx, viewer, id, { approvalStatus: 'approved', role }),
  );
  sendMail(composeApprovalMail(approved));
  return approved;
}

export async function rejectUser(viewer: Viewer, id: string): Promise<User> {
  const rejected = await transaction(async (tx) => {
    await deleteUserSessions(tx, id);
    return decide(tx, viewer, id, { approvalStatus: 'rejected' });
  });
  sendMail(composeRejectionMail(rejected));
  return rejected;
}

async function decide(
  tx: Db,
  viewer: Viewer,
  id: string,
  { approvalStatus, role }: { approvalStatus: 'approved' | 'rejected'; role?: Role },
): Promise<User> {
  const user = await getUserForUpdate(tx, viewer, id);
  if (!canApproveUser(viewer, user)) throw forbidden('Only an admin may decide on this account.');
  if (user.approvalStatus !== 'pending')
    throw conflict(`This account has already been ${user.approvalStatus}.`);
  const changesRole = role !== undefined && role !== getRole(user);
  return updateUser(tx, viewer, user, {
    ...(changesRole && checkRoleChange(viewer, user, role)),
    approvalStatus,
    decidedAt: new Date(),
  });
}
