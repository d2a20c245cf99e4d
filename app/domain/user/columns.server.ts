import { users } from '#db/schema';

/**
 * The columns that name a person. `email` stands first because it is never null: drizzle makes null
 * of a joined object whose first column is null, and a person without a first name would seem deleted.
 */
export const personColumns = {
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
};
