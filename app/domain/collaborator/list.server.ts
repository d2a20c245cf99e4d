import { asc, eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { collaborators, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';

const collaboratorColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  since: collaborators.since,
};

export type Collaborator = Awaited<ReturnType<typeof queryCollaborators>>[number];

export async function listCollaborators(viewer: Viewer, dealId: number): Promise<Collaborator[]> {
  await assertDealReadable(viewer, dealId);
  return queryCollaborators(dealId);
}

export async function queryCollaborators(dealId: number, tx: Db = db) {
  return tx
    .select(collaboratorColumns)
    .from(collaborators)
    .innerJoin(users, eq(users.id, collaborators.userId))
    .where(eq(collaborators.dealId, dealId))
    .orderBy(asc(users.sortName), asc(users.id));
}
