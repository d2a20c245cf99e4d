import type { User } from '#db/schema';
import { isAdmin } from '~/models/access';

export const GROUPS = ['CCIA', 'CCBI', 'Alibaba', 'OnBS'] as const;
export const ROLES = ['user', 'manager', 'admin'] as const;
export const NAME_LIMIT = 100;
export const EMAIL_LIMIT = 254;

export function roleLabel(user: Pick<User, 'role' | 'isAdmin'>): 'Admin' | 'Manager' | 'User' {
  if (isAdmin(user)) return 'Admin';
  return user.role === 'manager' ? 'Manager' : 'User';
}

/** What /login and /signup say of a field; the forms show it without asking the server, too. */
export const MESSAGES = {
  email: 'Please enter a valid email address',
  newPassword: 'Password must be at least 8 characters long',
  password: 'Password is required',
  firstName: 'First name is required',
  lastName: 'Last name is required',
  mismatch: "Passwords don't match",
};
