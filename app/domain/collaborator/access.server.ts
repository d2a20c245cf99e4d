import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '#db/client';
import { collaborators, deals, users } from '#db/schema';
import { canSignIn } from '~/domain/session/viewer.server';

/** The users who see a deal, in SQL: the reverse of `visibleTo`. */

const isStaffRow = or(inArray(users.role, ['admin', 'manager']), eq(users.isAdmin, true));

/** The condition for users who see a deal with this owner and these colleagues. */
export const hasDealAccess = (userIds: string[]) => or(inArray(users.id, userIds), isStaffRow);

/** The owner and the colleagues of deals, by the deal's id. */
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

/** Users who see a deal and can log in, in alphabetical order. */
export async function listUsersWhoSeeDeal(dealId: number, from: Db) {
  const on = (await listDealPeople([dealId], from)).get(dealId) ?? [];
  const { id, firstName, lastName, email } = users;
  return from
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(canSignIn, hasDealAccess(on)))
    .orderBy(asc(users.sortName), asc(email));
}
