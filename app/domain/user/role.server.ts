import { and } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { canChangeRole, isAdmin, type Viewer } from '~/domain/access';
import { changedInTheMeantime, describeStored } from '~/domain/form-conflict/shown-values.server';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { canSignIn, isAdminRow } from '~/domain/session/viewer.server';
import { conflict, forbidden } from '~/errors';
import type { ChangeRoleAndGroup } from './admin-schema';
import { getRole, getRoleLabel, type Role } from './fields';
import { getUserForUpdate } from './get.server';
import { checkGroupChange } from './group.server';
import { updateUser } from './update.server';

/** Throws 403, 404, and 409 for oneself and for the last admin. Sessions continue with the new rights. */
export async function changeRole(viewer: Viewer, id: string, role: Role): Promise<User> {
  return changeRoleAndGroup(viewer, id, { role });
}

export async function changeGroup(
  viewer: Viewer,
  id: string,
  group: string,
  seenGroup?: string,
): Promise<User> {
  return changeRoleAndGroup(viewer, id, { group }, { group: seenGroup });
}

/** `seen` is what the page showed; throws 409 if somebody else has changed it to another value. */
export async function changeRoleAndGroup(
  viewer: Viewer,
  id: string,
  { role, group }: ChangeRoleAndGroup,
  seen: SeenRoleAndGroup = {},
): Promise<User> {
  return transaction(async (tx) => {
    const account = await getUserForUpdate(tx, viewer, id);
    await assertSeenRoleAndGroup(tx, account, { role, group }, seen);
    if (role === undefined && group === undefined) return account;
    return updateKeepingAdmin(tx, viewer, account, {
      ...(role !== undefined && checkRoleChange(viewer, account, role)),
      ...(group !== undefined && (await checkGroupChange(tx, viewer, account, group))),
    });
  });
}

interface SeenRoleAndGroup {
  role?: string;
  group?: string;
}

async function assertSeenRoleAndGroup(
  tx: Db,
  account: User,
  wanted: ChangeRoleAndGroup,
  seen: SeenRoleAndGroup,
): Promise<void> {
  const seenGroup = seen.group && (await queryOptionLists(tx)).toCurrentName('groups', seen.group);
  const errors = [];
  if (isReplacedUnseen(getRole(account), wanted.role, seen.role))
    errors.push({ path: 'role', message: describeStored(getRoleLabel(account)) });
  if (isReplacedUnseen(account.group, wanted.group, seenGroup))
    errors.push({ path: 'group', message: describeStored(account.group) });
  if (errors.length) throw changedInTheMeantime(errors);
}

function isReplacedUnseen(
  stored: string | null,
  wanted: string | undefined,
  seen: string | undefined,
): boolean {
  return wanted !== undefined && seen !== undefined && stored !== seen && stored !== wanted;
}

export function checkRoleChange(
  viewer: Viewer,
  account: Pick<User, 'id'>,
  role: Role,
): ReturnType<typeof toRoleColumns> {
  if (!isAdmin(viewer)) throw forbidden('Only an admin may change a role.');
  if (!canChangeRole(viewer, account))
    throw conflict('You cannot change your own role. Ask another admin.');
  return toRoleColumns(role);
}

export function toRoleColumns(role: Role): Pick<User, 'role' | 'isAdmin'> {
  return { role, isAdmin: role === 'admin' };
}

/** Updates a user. Throws 409 if that would leave no admin who can sign in. */
export async function updateKeepingAdmin(
  tx: Db,
  viewer: Viewer | undefined,
  user: User,
  changes: Partial<User>,
): Promise<User> {
  const changed = await updateUser(tx, viewer, user, changes);
  if (isActiveAdmin(user) && !isActiveAdmin(changed)) await assertActiveAdminRemains(tx);
  return changed;
}

function isActiveAdmin(user: User): boolean {
  return isAdmin(user) && user.approvalStatus === 'approved' && !user.disabledAt;
}

async function assertActiveAdminRemains(tx: Db): Promise<void> {
  if (!(await tx.$count(users, and(isAdminRow, canSignIn))))
    throw conflict('This is the last administrator. Promote another account first.');
}
