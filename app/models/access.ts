import type { Import, Pipeline, User, View } from '#db/schema';

/** The signed-in user on whose behalf a request runs. */
export type Viewer = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'isAdmin'>;
type TargetUser = Pick<User, 'id' | 'role' | 'isAdmin'>;

/** Every permission of the product (chapter 2 of docs/product-rules.md). */

export function isAdmin(user: Pick<User, 'role' | 'isAdmin'>): boolean {
  return user.role === 'admin' || user.isAdmin;
}

export function isStaff(user: Pick<User, 'role' | 'isAdmin'>): boolean {
  return isAdmin(user) || user.role === 'manager';
}

export function mayListUsers(viewer: Viewer): boolean {
  return isStaff(viewer);
}

export function mayAddUsers(viewer: Viewer): boolean {
  return isStaff(viewer);
}

export function mayCreateManagers(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Approve and reject: admins decide on anyone, managers on users with the role user. */
export function mayDecideOn(viewer: Viewer, user: TargetUser): boolean {
  return isAdmin(viewer) || (isStaff(viewer) && !isStaff(user));
}

/** Admins are never deleted (rule 2.9); managers only by an admin. */
export function mayDeleteUser(viewer: Viewer, user: TargetUser): boolean {
  return !isAdmin(user) && mayDecideOn(viewer, user);
}

/** Whoever may delete a user may disable and enable it, so nobody disables an admin. */
export function mayDisable(viewer: Viewer, user: TargetUser): boolean {
  return mayDeleteUser(viewer, user);
}

/** A password link gives access to the account, so managers create it for users only. */
export function mayHandOverLink(viewer: Viewer, user: TargetUser): boolean {
  return mayDecideOn(viewer, user);
}

/** Whoever resets a second factor can then log in with the password alone: never one's own. */
export function mayResetSecondFactor(viewer: Viewer, user: Pick<User, 'id'>): boolean {
  return isAdmin(viewer) && viewer.id !== user.id;
}

/** Why the viewer may not delete a user, as the end of a sentence; undefined if they may. */
export function whyNotDelete(viewer: Viewer, user: TargetUser): string | undefined {
  if (mayDeleteUser(viewer, user)) return undefined;
  if (isAdmin(user)) return 'admins cannot be deleted';
  return isStaff(viewer)
    ? 'only an admin may delete a manager'
    : 'only admins and managers may delete users';
}

export function mayChangeGroup(viewer: Viewer, user: TargetUser): boolean {
  return isAdmin(viewer) && !isAdmin(user);
}

export function mayReadHistory(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Add, change and archive the fund's own fields. */
export function mayEditFields(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function mayRestore(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Edit the fund's lists, such as its stages. */
export function mayEditLists(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

export function mayReadSystem(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Have the server make a backup. */
export function mayBackUp(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Hand a deal over (rule 2.12), delete it, and add people to it (rule 2.15); in SQL `inChargeOf`. */
export function isInCharge(viewer: Viewer, deal: Pick<Pipeline, 'userId'>): boolean {
  return isStaff(viewer) || deal.userId === viewer.id;
}

/** Managers too undo their own imports alone. */
export function mayUndoImport(viewer: Viewer, { userId }: Pick<Import, 'userId'>): boolean {
  return isAdmin(viewer) || userId === viewer.id;
}

/** Show a view of one's own to everyone. */
export function mayShareViews(viewer: Viewer): boolean {
  return isStaff(viewer);
}

export function maySeeView(viewer: Viewer, view: Pick<View, 'userId' | 'isShared'>): boolean {
  return view.userId === viewer.id || view.isShared;
}

/** A person who may no longer share has lost their shared views, too. */
function ownsView(viewer: Viewer, view: Pick<View, 'userId' | 'isShared'>): boolean {
  return view.userId === viewer.id && (!view.isShared || mayShareViews(viewer));
}

/** One's own; admins also what others share. */
export function mayChangeView(viewer: Viewer, view: Pick<View, 'userId' | 'isShared'>): boolean {
  return ownsView(viewer, view) || (view.isShared && isAdmin(viewer));
}

/** Take over a shared view whose maker has been disabled, or is no longer staff. */
export function mayAdoptView(
  viewer: Viewer,
  view: Pick<View, 'isShared'>,
  maker: Pick<User, 'role' | 'isAdmin' | 'disabledAt'>,
): boolean {
  return isStaff(viewer) && view.isShared && (maker.disabledAt !== null || !isStaff(maker));
}

/** The specified start page, also after saving a deal (rules 1.15 and 3.15). */
export function homeOf(user: Pick<User, 'role' | 'isAdmin'>): '/admin' | '/dashboard' {
  return isAdmin(user) ? '/admin' : '/dashboard';
}
