import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { lower, type User, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { normalizeAddress } from '~/domain/person/email-address';
import { canSignIn } from '~/domain/session/viewer.server';
import { invalid } from '~/errors';

export type NewOwner = Pick<User, 'id' | 'email' | 'firstName' | 'lastName'>;

export async function requireNewOwner(tx: Db, email: string): Promise<Viewer> {
  const { id, firstName, lastName, role, isAdmin } = users;
  const [newOwner] = await tx
    .select({ id, email: users.email, firstName, lastName, role, isAdmin })
    .from(users)
    .where(and(eq(lower(users.email), normalizeAddress(email)), canSignIn));
  if (!newOwner)
    throw invalid([{ path: 'owner', message: 'Please choose a colleague who can log in' }]);
  return newOwner;
}
