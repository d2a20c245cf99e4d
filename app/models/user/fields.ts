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
