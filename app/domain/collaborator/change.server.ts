import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { collaborators, deals, type FieldChanges, type User, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { dealEvent, recordHistory } from '~/domain/history/record.server';

/** These functions run in the transaction of a caller that has checked the permissions. */

async function listCollaboratorEmails(tx: Db, dealIds: number[]): Promise<Map<number, string[]>> {
  const rows = await tx
    .select({ deal: collaborators.dealId, email: users.email })
    .from(collaborators)
    .innerJoin(users, eq(users.id, collaborators.userId))
    .where(inArray(collaborators.dealId, dealIds))
    .orderBy(asc(users.sortName), asc(users.id));
  const emails = new Map<number, string[]>();
  for (const { deal, email } of rows) emails.set(deal, [...(emails.get(deal) ?? []), email]);
  return emails;
}

export async function changeCollaborators<T>(tx: Db, dealIds: number[], change: () => Promise<T>) {
  const before = await listCollaboratorEmails(tx, dealIds);
  const value = await change();
  const after = await listCollaboratorEmails(tx, dealIds);
  const getCollaboratorChanges = (dealId: number): FieldChanges => {
    const from = before.get(dealId) ?? [];
    const to = after.get(dealId) ?? [];
    return from.join() === to.join() ? {} : { members: [from, to] };
  };
  return { value, getCollaboratorChanges };
}

export async function insertCollaborators(tx: Db, rows: { userId: string; dealId: number }[]) {
  const since = new Date();
  if (rows.length)
    await tx
      .insert(collaborators)
      .values(rows.map((row) => ({ ...row, since })))
      .onConflictDoNothing();
}

export async function removeUserFromDeals(
  tx: Db,
  viewer: Viewer | undefined,
  { id: userId }: Pick<User, 'id'>,
): Promise<void> {
  const { id, companyName } = deals;
  const joinedDeals = await tx
    .select({ id, companyName })
    .from(deals)
    .innerJoin(collaborators, and(eq(collaborators.dealId, id), eq(collaborators.userId, userId)));
  const ids = joinedDeals.map((deal) => deal.id);
  const deleteCollaborations = () =>
    tx.delete(collaborators).where(eq(collaborators.userId, userId));
  const { getCollaboratorChanges } = await changeCollaborators(tx, ids, deleteCollaborations);
  const entries = joinedDeals.map((deal) =>
    dealEvent(deal, 'changed', getCollaboratorChanges(deal.id)),
  );
  await recordHistory(tx, viewer, entries);
}
