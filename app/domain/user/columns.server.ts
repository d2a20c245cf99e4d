import { users } from '#db/schema';

/**
 * Keeps `email` first because it is never null: Drizzle turns a joined object whose first column is
 * null into null.
 */
export const personColumns = {
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
};
