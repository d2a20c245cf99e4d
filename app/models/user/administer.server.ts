import { eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { env } from '~/env.server';
import { conflict, forbidden, invalid, notFound } from '~/refusal';
import { readLists } from '~/models/lists/list.server';
import {
  mayAddUsers,
  mayChangeGroup,
  mayCreateManagers,
  mayDecideOn,
  mayDisable,
  mayListUsers,
  type Viewer,
} from '~/models/access';
import { approvedMail, rejectedMail, sendMail } from '~/models/mail/mail.server';
import { leaveDeals } from '~/models/member/store.server';
import { endSharesOf } from '~/models/share/store.server';
import { endCalendarOf } from './calendar.server';
import { adviseOnPassword } from './password.server';
import { type AddUser, NO_SUCH_GROUP } from './schema';
import { deleteSessionsOf } from './session.server';
import { endTokensOf } from './token.server';
import { createUser, updateUser } from './write.server';

/** What staff do with users. Each check and its write are one transaction. */

/** Adds an approved user (rule 9.9). Throws 403, and 409 if the email is taken. */
export async function addUser(viewer: Viewer, input: AddUser): Promise<User> {
  if (!mayAddUsers(viewer)) throw forbidden();
  return createApproved(viewer, input, 'user');
}

/** Throws 403, and 409 when the email is taken. */
export async function createManager(viewer: Viewer, input: AddUser): Promise<User> {
  if (!mayCreateManagers(viewer)) throw forbidden('Only an admin may create managers.');
  return createApproved(viewer, input, 'manager');
}

async function createApproved(
  viewer: Viewer,
  { email, password, firstName, lastName }: AddUser,
  role: 'user' | 'manager',
): Promise<User> {
  const person = { email, firstName, lastName };
  if (env.REFUSE_COMMON_PASSWORDS) await adviseOnPassword(password, person);
  return createUser({ ...person, password, role, approvalStatus: 'approved' }, viewer);
}

/** Reads a user within a transaction. Throws 403 unless the viewer may list users, and 404. */
export async function lockUser(tx: Db, viewer: Viewer, id: string): Promise<User> {
  if (!mayListUsers(viewer)) throw forbidden();
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound('User not found');
  return user;
}

/** Throws 403, 404, and 409 unless the user is pending. */
export async function approveUser(viewer: Viewer, id: string): Promise<User> {
  const approved = await transaction((tx) => decideOn(tx, viewer, id, 'approved'));
  sendMail(approvedMail(approved));
  return approved;
}

/** Rejects and ends all sessions. Throws 403, 404, and 409 unless the user is pending. */
export async function rejectUser(viewer: Viewer, id: string): Promise<User> {
  const rejected = await transaction(async (tx) => {
    await deleteSessionsOf(tx, id);
    return decideOn(tx, viewer, id, 'rejected');
  });
  sendMail(rejectedMail(rejected));
  return rejected;
}

/** Disables the login and ends what they had (`shutOut`), or enables it. Throws 403 and 404. */
export async function setDisabled(viewer: Viewer, id: string, disabled: boolean): Promise<User> {
  return transaction(async (tx) => {
    const user = await lockUser(tx, viewer, id);
    if (!mayDisable(viewer, user)) throw forbidden('You cannot disable this account.');
    if (disabled) await shutOut(tx, viewer, user);
    return updateUser(tx, viewer, user, {
      disabledAt: disabled ? (user.disabledAt ?? new Date()) : null,
    });
  });
}

/**
 * What ends for an account that is disabled: sessions, tokens, the calendar, shared pages, and others'
 * deals. Without a viewer it is the system.
 */
export async function shutOut(tx: Db, viewer: Viewer | undefined, user: User): Promise<void> {
  await deleteSessionsOf(tx, user.id);
  await endTokensOf(tx, viewer, user);
  await endCalendarOf(tx, viewer, user);
  await endSharesOf(tx, viewer, user);
  await leaveDeals(tx, viewer, user);
}

async function decideOn(
  tx: Db,
  viewer: Viewer,
  id: string,
  approvalStatus: 'approved' | 'rejected',
): Promise<User> {
  const user = await lockUser(tx, viewer, id);
  if (!mayDecideOn(viewer, user)) throw forbidden('Only an admin may decide on this account.');
  if (user.approvalStatus !== 'pending')
    throw conflict(`This account has already been ${user.approvalStatus}.`);
  return updateUser(tx, viewer, user, { approvalStatus, decidedAt: new Date() });
}

/** Throws 403 unless the viewer is an admin and the user is not, 404, and 400 for no group of the fund. */
export async function changeGroup(viewer: Viewer, id: string, name: string): Promise<User> {
  return transaction(async (tx) => {
    const account = await lockUser(tx, viewer, id);
    if (!mayChangeGroup(viewer, account))
      throw forbidden("Only an admin may change a group, and an admin's group cannot be changed.");
    const lists = await readLists(tx);
    const group = lists.present('groups', name);
    if (group !== account.group && !lists.names('groups').includes(group))
      throw invalid([{ path: 'group', message: NO_SUCH_GROUP }]);
    return updateUser(tx, viewer, account, { group });
  });
}
