import { and, asc, eq, inArray, not, or, type SQL } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { collaborators, deals, users } from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { canSignIn } from '~/domain/session/viewer.server';

/** Lists the users who see a deal: the reverse of `visibleTo`. */

const isStaffRow = or(inArray(users.role, ['admin', 'manager']), eq(users.isAdmin, true));

export const hasDealAccess = (userIds: string[]) => or(inArray(users.id, userIds), isStaffRow);

export async function listDealPeople(dealIds: number[], tx: Db): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ id: deals.id, ownerId: deals.userId, memberId: collaborators.userId })
    .from(deals)
    .leftJoin(collaborators, eq(collaborators.dealId, deals.id))
    .where(inArray(deals.id, dealIds))
    .orderBy(asc(collaborators.userId));
  const people = new Map<number, string[]>();
  for (const { id, ownerId, memberId } of rows) {
    const ids = people.get(id) ?? [ownerId];
    people.set(id, memberId ? [...ids, memberId] : ids);
  }
  return people;
}

export async function listUsersWhoSeeDeal(dealId: number, tx: Db = db) {
  const on = (await listDealPeople([dealId], tx)).get(dealId) ?? [];
  return selectUsers(tx, hasDealAccess(on));
}

const MAX_ADDABLE_USERS = 200;

export async function listAddableUsers(viewer: Viewer, dealId: number) {
  const on = (await listDealPeople([dealId], db)).get(dealId) ?? [];
  if (!on[0] || !canManageDeal(viewer, { userId: on[0] })) return [];
  const addable = await selectUsers(db, not(hasDealAccess(on)!), MAX_ADDABLE_USERS + 1);
  return addable.length > MAX_ADDABLE_USERS ? [] : addable;
}

async function selectUsers(tx: Db, condition: SQL | undefined, limit = -1) {
  const { id, firstName, lastName, email } = users;
  return tx
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(canSignIn, condition))
    .orderBy(asc(users.sortName), asc(email))
    .limit(limit);
}
