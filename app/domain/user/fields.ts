import type { User } from '#db/schema';
import { isAdmin } from '~/domain/access';
import type { OptionLists } from '~/domain/option-list/option-lists';

/** Groups of a new database; the current ones are in the option list. */
export const GROUPS = ['CCIA', 'CCBI', 'Alibaba', 'OnBS'];
const DEFAULT_GROUP_NAME = 'CCBI';

export function getDefaultGroup(lists: OptionLists): string {
  const names = lists.listActiveNames('groups');
  const group = lists.toCurrentName('groups', DEFAULT_GROUP_NAME);
  return names.includes(group) ? group : names[0]!;
}

export const ROLES = ['user', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];
export const ROLE_LABELS = { user: 'User', manager: 'Manager', admin: 'Admin' } as const;
export const MAX_NAME_LENGTH = 100;
export const MAX_EMAIL_LENGTH = 254;

/** Returns the role whose rights the user has: `isAdmin` makes it admin (rule 2.1). */
export function getRole(user: Pick<User, 'role' | 'isAdmin'>): Role {
  return isAdmin(user) ? 'admin' : user.role;
}

export function getRoleLabel(user: Pick<User, 'role' | 'isAdmin'>): (typeof ROLE_LABELS)[Role] {
  return ROLE_LABELS[getRole(user)];
}

/** Messages of /login and /signup, which the forms also show before sending. */
export const USER_FIELD_MESSAGES = {
  email: 'Please enter a valid email address',
  newPassword: 'Password must be at least 8 characters long',
  password: 'Password is required',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  mismatch: "Passwords don't match",
};
