import type { User } from '#db/schema';

/** Who is asking. */
export type Viewer = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'isAdmin'>;
type TargetUser = Pick<User, 'id' | 'role' | 'isAdmin'>;

/** Who may do what (chapter 2 of docs/product-rules.md), and nowhere else. */

export function isAdmin(user: Pick<User, 'role' | 'isAdmin'>): boolean {
  return user.role === 'admin' || user.isAdmin;
}

/** Admin or manager. */
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

/** Approve and reject: admins anyone, managers accounts with role user. */
export function mayDecideOn(viewer: Viewer, user: TargetUser): boolean {
  return isAdmin(viewer) || (isStaff(viewer) && !isStaff(user));
}

/** Admins are never deleted from the table (rule 2.9); a manager only by an admin. */
export function mayDeleteUser(viewer: Viewer, user: TargetUser): boolean {
  return !isAdmin(user) && mayDecideOn(viewer, user);
}

/** Disable, enable: what one may delete, so nobody disables an admin. */
export function mayDisable(viewer: Viewer, user: TargetUser): boolean {
  return mayDeleteUser(viewer, user);
}

/** A link to choose a new password is as good as the account, so managers hand it to users only. */
export function mayHandOverLink(viewer: Viewer, user: TargetUser): boolean {
  return mayDecideOn(viewer, user);
}

/** Why the viewer may not delete an account, as the end of a sentence; undefined when they may. */
export function whyNotDelete(viewer: Viewer, user: TargetUser): string | undefined {
  if (mayDeleteUser(viewer, user)) return undefined;
  if (isAdmin(user)) return 'admins cannot be deleted';
  return isStaff(viewer)
    ? 'only an admin may delete a manager'
    : 'only admins and managers may delete users';
}

/** Admins change the group of everyone but admins. */
export function mayChangeGroup(viewer: Viewer, user: TargetUser): boolean {
  return isAdmin(viewer) && !isAdmin(user);
}

/** Who changed what, everywhere. */
export function mayReadHistory(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Bring back from the trash. */
export function mayRestore(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** How the box is doing. */
export function mayReadSystem(viewer: Viewer): boolean {
  return isAdmin(viewer);
}

/** Give a deal to a colleague. */
export function mayChangeOwner(viewer: Viewer): boolean {
  return isStaff(viewer);
}

/** Where a person starts, and where saving a deal leads (rules 1.15 and 3.15). */
export function homeOf(user: Pick<User, 'role' | 'isAdmin'>): '/admin' | '/dashboard' {
  return isAdmin(user) ? '/admin' : '/dashboard';
}
