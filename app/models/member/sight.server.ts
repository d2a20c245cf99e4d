import { and, asc, eq, inArray, or } from 'drizzle-orm';
import { type Db } from '#db/client';
import { members, pipelines, users } from '#db/schema';
import { mayBecomeOwner } from '~/models/user/owners.server';

/** Who sees deals: in SQL what `visibleTo` says the other way round. */

const isStaffRow = or(inArray(users.role, ['admin', 'manager']), eq(users.isAdmin, true));

/** Of users who see a deal with this owner and these colleagues on it. */
export const seesDealOf = (userIds: string[]) => or(inArray(users.id, userIds), isStaffRow);

/** The owner and the colleagues of deals, by the deal's id. */
export async function peopleOn(pipelineIds: number[], from: Db): Promise<Map<number, string[]>> {
  const rows = await from
    .select({ id: pipelines.id, ownerId: pipelines.userId, memberId: members.userId })
    .from(pipelines)
    .leftJoin(members, eq(members.pipelineId, pipelines.id))
    .where(inArray(pipelines.id, pipelineIds))
    .orderBy(asc(members.userId));
  const people = new Map<number, string[]>();
  for (const { id, ownerId, memberId } of rows) {
    const ids = people.get(id) ?? [ownerId];
    people.set(id, memberId ? [...ids, memberId] : ids);
  }
  return people;
}

/** Who sees a deal and can log in, by name. */
export async function peopleWhoSee(pipelineId: number, from: Db) {
  const on = (await peopleOn([pipelineId], from)).get(pipelineId) ?? [];
  const { id, firstName, lastName, email } = users;
  return from
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(mayBecomeOwner, seesDealOf(on)))
    .orderBy(asc(users.sortName), asc(email));
}
