import type { User } from '#db/schema';

/** Who is asking. */
export type Viewer = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'isAdmin'>;
type Account = Pick<User, 'id' | 'role' | 'isAdmin'>;

/** Who may do what (chapter 2 of docs/product-rules.md), and nowhere else. */

export function isAdmin(person: Pick<User, 'role' | 'isAdmin'>): boolean {
  return person.role === 'admin' || person.isAdmin;
}

/** Admin or manager. */
export function isStaff(person: Pick<User, 'role' | 'isAdmin'>): boolean {
  return isAdmin(person) || person.role === 'manager';
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
export function mayDecideOn(viewer: Viewer, account: Account): boolean {
  return isAdmin(viewer) || (isStaff(viewer) && !isStaff(account));
}

/** Admins are never deleted from the table (rule 2.9); a manager only by an admin. */
export function mayDeleteUser(viewer: Viewer, account: Account): boolean {
  return !isAdmin(account) && mayDecideOn(viewer, account);
}

/** Disable, enable: what one may delete, so nobody disables an admin. */
export function mayDisable(viewer: Viewer, account: Account): boolean {
  return mayDeleteUser(viewer, account);
}

/** A link to choose a new password is as good as the account, so managers hand it to users only. */
export function mayHandOverLink(viewer: Viewer, account: Account): boolean {
  return mayDecideOn(viewer, account);
}

/** Why the viewer may not delete an account, as the end of a sentence; undefined when they may. */
export function whyNotDelete(viewer: Viewer, account: Account): string | undefined {
  if (mayDeleteUser(viewer, account)) return undefined;
  if (isAdmin(account)) return 'admins cannot be deleted';
  return isStaff(viewer)
    ? 'only an admin may delete a manager'
    : 'only admins and managers may delete users';
}

/** Admins change the group of everyone but admins. */
export function mayChangeGroup(viewer: Viewer, account: Account): boolean {
  return isAdmin(viewer) && !isAdmin(account);
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
export function homeOf(person: Pick<User, 'role' | 'isAdmin'>): '/admin' | '/dashboard' {
  return isAdmin(person) ? '/admin' : '/dashboard';
}
