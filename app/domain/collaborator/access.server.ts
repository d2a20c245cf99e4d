import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { collaborators, deals, users } from '#db/schema';
import { canSignIn } from '~/domain/session/viewer.server';

/** Lists the users who see a deal: the reverse of `visibleTo`. */

const isStaffRow = or(inArray(users.role, ['admin', 'manager']), eq(users.isAdmin, true));

/** Matches staff and these users, the owner and collaborators of a deal. */
export const hasDealAccess = (userIds: string[]) => or(inArray(users.id, userIds), isStaffRow);

/** Returns the owner and collaborators by deal id. */
export async function listDealPeople(dealIds: number[], from: Db): Promise<Map<number, string[]>> {
  const rows = await from
    .select({ id: deals.id, ownerId: deals.userId, memberId: collaborators.userId })
    .from(deals)
    .leftJoin(collaborators, eq(collaborators.pipelineId, deals.id))
    .where(inArray(deals.id, dealIds))
    .orderBy(asc(collaborators.userId));
  const people = new Map<number, string[]>();
  for (const { id, ownerId, memberId } of rows) {
    const ids = people.get(id) ?? [ownerId];
    people.set(id, memberId ? [...ids, memberId] : ids);
  }
  return people;
}

/** Lists users who see a deal and can log in, by name. */
export async function listUsersWhoSeeDeal(dealId: number, from: Db = db) {
  const on = (await listDealPeople([dealId], from)).get(dealId) ?? [];
  const { id, firstName, lastName, email } = users;
  return from
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(canSignIn, hasDealAccess(on)))
    .orderBy(asc(users.sortName), asc(email));
}
