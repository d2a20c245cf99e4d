import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  collaborators,
  deals,
  type FieldChanges,
  historyEvents,
  type User,
  users,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import { dealEvent, type Operation, recordHistory } from '~/domain/history/record.server';

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
  const ids = await listCollaborations(tx, userId);
  await recordCollaboratorChanges(tx, viewer, ids, () =>
    tx.delete(collaborators).where(eq(collaborators.userId, userId)),
  );
}

/** Records on restored deals who has lost access in the meantime (rule 10.22). */
export async function recordLostCollaborators(
  tx: Db,
  viewer: Viewer,
  lost: { dealId: number; userId: string }[],
  { at, operationId }: Operation,
): Promise<void> {
  if (!lost.length) return;
  const { subject, subjectId, subjectName } = historyEvents;
  const userIds = [...new Set(lost.map(({ userId }) => userId))];
  // Deleted users have their email in the history alone.
  const accounts = await tx
    .selectDistinct({ id: subjectId, email: subjectName })
    .from(historyEvents)
    .where(and(eq(subject, 'account'), inArray(subjectId, userIds)));
  const lostEmails = new Map(accounts.map((account) => [account.id, account.email]));
  const dealIds = [...new Set(lost.map(({ dealId }) => dealId))];
  const emails = await listCollaboratorEmails(tx, dealIds);
  const restored = await listDealNames(tx, dealIds);
  const events = restored.map((deal) => {
    const to = emails.get(deal.id) ?? [];
    const left = lost.filter(({ dealId }) => dealId === deal.id);
    const from = [...to, ...left.flatMap(({ userId }) => lostEmails.get(userId) ?? [])];
    return dealEvent(deal, 'changed', { members: [from, to] });
  });
  await recordHistory(tx, viewer, events, { at, operationId });
}

/** Records that a restored user is a collaborator again. */
export async function recordRestoredCollaborations(
  tx: Db,
  viewer: Viewer,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const ids = await listCollaborations(tx, user.id);
  const emails = await listCollaboratorEmails(tx, ids);
  const joined = await listDealNames(tx, ids);
  const events = joined.map((deal) => {
    const to = emails.get(deal.id) ?? [];
    const from = to.filter((email) => email !== user.email);
    return dealEvent(deal, 'changed', { members: [from, to] });
  });
  await recordHistory(tx, viewer, events);
}

export async function listCollaborations(tx: Db, userId: string): Promise<number[]> {
  const { dealId } = collaborators;
  const rows = await tx
    .select({ dealId })
    .from(collaborators)
    .where(eq(collaborators.userId, userId));
  return rows.map((row) => row.dealId);
}

async function listDealNames(tx: Db, dealIds: number[]) {
  const { id, companyName } = deals;
  return tx.select({ id, companyName }).from(deals).where(inArray(id, dealIds));
}

/** Runs `change` and records an entry for each of the deals whose collaborators it has changed. */
export async function recordCollaboratorChanges(
  tx: Db,
  viewer: Viewer | undefined,
  dealIds: number[],
  change: () => Promise<unknown>,
): Promise<void> {
  const { getCollaboratorChanges } = await changeCollaborators(tx, dealIds, change);
  const joined = await listDealNames(tx, dealIds);
  const events = joined.map((deal) => dealEvent(deal, 'changed', getCollaboratorChanges(deal.id)));
  await recordHistory(tx, viewer, events);
}
