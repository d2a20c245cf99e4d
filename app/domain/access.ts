import type { Deal, Import, SavedView, User } from '#db/schema';

/** The user on whose behalf a request runs, with the name of the API token if it has one. */
export type Viewer = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'isAdmin'> & {
  tokenName?: string;
};
type TargetUser = Pick<User, 'id' | 'role' | 'isAdmin'>;

export function isAdmin(user: Pick<User, 'role' | 'isAdmin'>): boolean {
  return user.role === 'admin' || user.isAdmin;
}

export function isStaff(user: Pick<User, 'role' | 'isAdmin'>): boolean {
  return isAdmin(user) || user.role === 'manager';
}

export function canListUsers(viewer: Viewer): boolean {
  return isStaff(viewer);
}

export function canAddUsers(viewer: Viewer): boolean {
  return isStaff(viewer);
}

export function canCreateManagers(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canApproveUser(viewer: Viewer, user: TargetUser): boolean {
  return isAdmin(viewer) || (isStaff(viewer) && !isStaff(user));
}

/** Admins are never deleted (rule 2.9); managers only by an admin. */
export function canDeleteUser(viewer: Viewer, user: TargetUser): boolean {
  return !isAdmin(user) && canApproveUser(viewer, user);
}

export function canDisableUser(viewer: Viewer, user: TargetUser): boolean {
  return canDeleteUser(viewer, user);
}

/** Limits managers to users, because a password link gives access to the account. */
export function canCreatePasswordLink(viewer: Viewer, user: TargetUser): boolean {
  return canApproveUser(viewer, user);
}

/** Excludes one's own, because after a reset the password alone signs in. */
export function canResetSecondFactor(viewer: Viewer, user: Pick<User, 'id'>): boolean {
  return isAdmin(viewer) && viewer.id !== user.id;
}

/** Returns the reason as the end of a sentence; undefined if the viewer may delete the user. */
export function explainCannotDeleteUser(viewer: Viewer, user: TargetUser): string | undefined {
  if (canDeleteUser(viewer, user)) return undefined;
  if (isAdmin(user)) return 'admins cannot be deleted';
  return isStaff(viewer)
    ? 'only an admin may delete a manager'
    : 'only admins and managers may delete users';
}

export function canChangeGroup(viewer: Viewer, user: TargetUser): boolean {
  return isAdmin(viewer) && !isAdmin(user);
}

/** Nobody changes their own role, so that no admin locks themselves out. */
export function canChangeRole(viewer: Viewer, user: Pick<User, 'id'>): boolean {
  return isAdmin(viewer) && viewer.id !== user.id;
}

export function canViewHistory(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canEditCustomFields(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canRestoreFromTrash(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canEditOptionLists(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canEditIntake(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canViewSystem(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function canBackUp(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/**
 * Covers transfer (rule 2.12), deletion and collaborators (rule 2.15); `manageableBy` is the same
 * in SQL.
 */
export function canManageDeal(viewer: Viewer, deal: Pick<Deal, 'userId'>): boolean {
  return isStaff(viewer) || deal.userId === viewer.id;
}

export function canUndoImport(viewer: Viewer, { userId }: Pick<Import, 'userId'>): boolean {
  return isAdmin(viewer) || userId === viewer.id;
}

export function canShareSavedViews(viewer: Viewer): boolean {
  return isStaff(viewer);
}

export function canSeeSavedView(
  viewer: Viewer,
  view: Pick<SavedView, 'userId' | 'isShared'>,
): boolean {
  return view.userId === viewer.id || view.isShared;
}

function isSavedViewOwner(viewer: Viewer, view: Pick<SavedView, 'userId' | 'isShared'>): boolean {
  return view.userId === viewer.id && (!view.isShared || canShareSavedViews(viewer));
}

export function canChangeSavedView(
  viewer: Viewer,
  view: Pick<SavedView, 'userId' | 'isShared'>,
): boolean {
  return isSavedViewOwner(viewer, view) || (view.isShared && isAdmin(viewer));
}

export function canAdoptSavedView(
  viewer: Viewer,
  view: Pick<SavedView, 'isShared'>,
  owner: Pick<User, 'role' | 'isAdmin' | 'disabledAt'>,
): boolean {
  return isStaff(viewer) && view.isShared && (owner.disabledAt !== null || !isStaff(owner));
}

/** Returns the specified start page, also after saving a deal (rules 1.15 and 3.15). */
export function getHomePath(user: Pick<User, 'role' | 'isAdmin'>): '/admin' | '/dashboard' {
  return isAdmin(user) ? '/admin' : '/dashboard';
}
