import { eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { lower, type User, users } from '#db/schema';
import { canListUsers, type Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';
import { forbidden, notFound } from '~/errors';

export async function getUserForUpdate(tx: Db, viewer: Viewer, id: string): Promise<User> {
  if (!canListUsers(viewer)) throw forbidden();
  const [user] = await tx.select().from(users).where(eq(users.id, id));
  if (!user) throw notFound('User not found');
  return user;
}

export async function findUser(id: string): Promise<User | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id));
  return user;
}

export async function getUser(id: string): Promise<User> {
  const user = await findUser(id);
  if (!user) throw notFound('User not found');
  return user;
}

export async function findSignupStatus(key: string): Promise<User['approvalStatus'] | undefined> {
  const [row] = await db
    .select({ status: users.approvalStatus })
    .from(users)
    .where(eq(users.signupKey, hashKey(key)));
  return row?.status;
}

export async function findUserByEmail(email: string): Promise<User | undefined> {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(lower(users.email), email.toLowerCase()));
  return user;
}
