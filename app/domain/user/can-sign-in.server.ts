import { and, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { users } from '#db/schema';
import { canSignIn } from '~/domain/session/viewer.server';

export async function canUserSignIn(userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), canSignIn))) > 0;
}
