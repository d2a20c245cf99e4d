import { db } from '#db/client';
import { users } from '#db/schema';
import { getDisplayName } from '~/domain/person/names';
import { canSignIn } from '~/domain/session/viewer.server';
import { ownerOrder } from '~/domain/user/owners.server';

const MAX_CANDIDATES = 200;

export async function listCandidates(): Promise<{ id: string; name: string }[]> {
  const { id, email, firstName, lastName } = users;
  const rows = await db
    .select({ id, email, firstName, lastName })
    .from(users)
    .where(canSignIn)
    .orderBy(...ownerOrder)
    .limit(MAX_CANDIDATES);
  return rows.map((user) => ({ id: user.id, name: getDisplayName(user) }));
}
