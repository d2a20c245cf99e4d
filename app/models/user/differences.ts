import type { ChangedFields, User } from '#db/schema';
import { differences } from '~/models/history/field-value';

const USER_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'role',
  'group',
  'approvalStatus',
  'disabled',
] as const;

/** What of an account's change the history records. */
export function userDifferences(before: Partial<User>, after: Partial<User>): ChangedFields {
  const shown = (user: Partial<User>) => ({
    ...user,
    disabled: user.disabledAt ? true : null,
  });
  return differences(USER_FIELDS, shown(before), shown(after));
}
