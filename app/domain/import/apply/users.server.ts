import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client';
import { users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { canSignIn } from '~/domain/session/viewer.server';
import { unauthorized } from '~/errors';
import type { ApplyContext } from './context.server';

async function findActiveUser(tx: Db, userId: string): Promise<Viewer | undefined> {
  const { id, email, firstName, lastName, role, isAdmin } = users;
  const [user] = await tx
    .select({ id, email, firstName, lastName, role, isAdmin })
    .from(users)
    .where(and(eq(id, userId), canSignIn));
  return user;
}

export async function getActiveImporter(tx: Db, viewer: Viewer): Promise<Viewer> {
  const importer = await findActiveUser(tx, viewer.id);
  if (!importer) throw unauthorized();
  return importer;
}

export async function findOwnerById(
  { tx, owners }: ApplyContext,
  userId: string,
): Promise<Viewer | undefined> {
  if (!owners.has(userId)) owners.set(userId, await findActiveUser(tx, userId));
  return owners.get(userId);
}
