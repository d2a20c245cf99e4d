import type { User } from '#db/schema';

/** What the API answers about rows: fields are listed one by one, so that nothing private slips out. */

type PublicUser = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'isAdmin' | 'role' | 'approvalStatus' | 'group' | 'createdAt' | 'updatedAt'>;

export function userJson({ id, email, firstName, lastName, profileImageUrl, isAdmin, role, approvalStatus, group, createdAt, updatedAt }: PublicUser): PublicUser {
  return { id, email, firstName, lastName, profileImageUrl, isAdmin, role, approvalStatus, group, createdAt, updatedAt };
}
