import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type ChangedFields, members, pipelines, type User, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { pipelineEntry, writeHistory } from '~/models/history/write.server';
import { maySignIn } from '~/models/user/session.server';

/** Rows of colleagues on deals, within the transaction of a caller that has checked the rights. */

/** The emails of the colleagues on these deals, each deal's by name; deals without any are left out. */
async function memberEmails(tx: Db, dealIds: number[]): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ deal: members.pipelineId, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(inArray(members.pipelineId, dealIds))
    .orderBy(asc(users.sortName), asc(users.id));
  const emails = new Map<number, string[]>();
  for (const { deal, email } of rows) emails.set(deal, [...(emails.get(deal) ?? []), email]);
  return emails;
}

/** Changes the colleagues on these deals. `memberChanges` gives the history entry's fields of a deal. */
export async function changeMembers<T>(tx: Db, dealIds: number[], change: () => Promise<T>) {
  const before = await memberEmails(tx, dealIds);
  const value = await change();
  const after = await memberEmails(tx, dealIds);
  const memberChanges = (dealId: number): ChangedFields => {
    const [from = [], to = []] = [before.get(dealId), after.get(dealId)];
    return from.join() === to.join() ? {} : { members: [from, to] };
  };
  return { value, memberChanges };
}

export async function addMembers(tx: Db, rows: { userId: string; pipelineId: number }[]) {
  const since = new Date();
  if (rows.length)
    await tx
      .insert(members)
      .values(rows.map((row) => ({ ...row, since })))
      .onConflictDoNothing();
}

/** A leaver is a colleague on no deal (rule 2.15). */
export async function leaveDeals(
  tx: Db,
  viewer: Viewer | undefined,
  { id: userId }: Pick<User, 'id'>,
): Promise<void> {
  const { id, companyName } = pipelines;
  const deals = await tx
    .select({ id, companyName })
    .from(pipelines)
    .innerJoin(members, and(eq(members.pipelineId, id), eq(members.userId, userId)));
  const ids = deals.map((deal) => deal.id);
  const leave = () => tx.delete(members).where(eq(members.userId, userId));
  const { memberChanges } = await changeMembers(tx, ids, leave);
  const entries = deals.map((deal) => pipelineEntry(deal, 'changed', memberChanges(deal.id)));
  await writeHistory(tx, viewer, entries);
}

/** The users who see a deal, in SQL: the reverse of `visibleTo`. */

const isStaffRow = or(inArray(users.role, ['admin', 'manager']), eq(users.isAdmin, true));

/** The condition for users who see a deal with this owner and these colleagues. */
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

/** Users who see a deal and can log in, in alphabetical order. */
export async function peopleWhoSee(pipelineId: number, from: Db) {
  const on = (await peopleOn([pipelineId], from)).get(pipelineId) ?? [];
  const { id, firstName, lastName, email } = users;
  return from
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(and(maySignIn, seesDealOf(on)))
    .orderBy(asc(users.sortName), asc(email));
}
