import { eq, inArray } from 'drizzle-orm';
import type { ChildRow } from '#db/child-rows';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import {
  type Deal,
  deals,
  evaluations,
  type FieldChanges,
  notes,
  type User,
  users,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listCollaborations, recordCollaboratorChanges } from '~/domain/collaborator/change.server';
import {
  dealEvent,
  type Operation,
  recordHistory,
  userEvent,
} from '~/domain/history/record.server';
import { removeUserFromRounds } from '~/domain/round/leave.server';
import { endUserShares } from '~/domain/share/end.server';
import { revokeUserTokens } from '~/domain/user/token.server';
import { insertTrashEntry } from './parts.server';
import {
  insertInParts,
  listRelatedRows,
  moveMemosAndRounds,
  moveNotes,
} from './related-rows.server';

type TrashOptions = Operation & { fields?: FieldChanges };

export async function moveDealsToTrash(
  tx: Db,
  viewer: Viewer,
  dealsToDelete: Deal[],
  operation: TrashOptions = {},
): Promise<number[]> {
  const deletedAt = operation.at ?? new Date();
  const entries: number[] = [];
  for await (const chunk of iterateChunks(dealsToDelete)) {
    const owners = await findOwnerEmails(tx, chunk);
    const evaluated = await listEvaluations(tx, chunk);
    const relatedRows = await listRelatedRowsByDeal(tx, listIds(chunk));
    const dealsWithNotes = await findDealsWithNotes(tx, listIds(chunk));
    for (const deal of chunk) {
      const owner = owners.get(deal.userId)!;
      const summary = { name: deal.companyName, owner, deals: 1, deletedBy: viewer.email };
      const entry = { ...summary, subject: 'pipeline', deletedAt } as const;
      const evaluations = evaluated.filter(({ dealId }) => dealId === deal.id);
      const others = relatedRows.get(deal.id) ?? [];
      const id = await insertTrashEntry(tx, entry, async (insertPart) => {
        await insertInParts(insertPart, { pipelines: [deal], evaluations }, others);
        if (dealsWithNotes.includes(deal.id)) await moveNotes(tx, [deal.id], insertPart);
        await moveMemosAndRounds(tx, [deal.id], insertPart);
      });
      entries.push(id);
    }
    await deleteDeals(tx, viewer, chunk, { ...operation, at: deletedAt });
  }
  return entries;
}

/** Reads the deals in chunks: a hundred may have 100 MB. Returns the ids of the entries. */
export async function moveDealsToTrashById(
  tx: Db,
  viewer: Viewer,
  ids: number[],
): Promise<number[]> {
  const operation = { at: new Date() };
  const entries: number[] = [];
  for await (const chunk of iterateChunks(ids)) {
    const chunkDeals = await tx.select().from(deals).where(inArray(deals.id, chunk));
    entries.push(...(await moveDealsToTrash(tx, viewer, chunkDeals, operation)));
  }
  return entries;
}

export async function moveUserToTrash(tx: Db, viewer: Viewer, user: User): Promise<void> {
  const { id, email } = user;
  const isOwn = eq(deals.userId, id);
  const owned = await tx.select({ id: deals.id }).from(deals).where(isOwn);
  const summary = { name: email, owner: email, deals: owned.length, deletedBy: viewer.email };
  const entry = { ...summary, subject: 'account', deletedAt: new Date() } as const;
  await insertTrashEntry(tx, entry, async (insertPart) => {
    const rowsOfUser = await listRelatedRows(tx, { users: [id] });
    await insertInParts(insertPart, { users: [user] }, rowsOfUser);
    for await (const chunk of iterateChunks(listIds(owned))) {
      const ownedDeals = await tx.select().from(deals).where(inArray(deals.id, chunk));
      const others = await listRelatedRows(tx, { pipelines: chunk });
      const evaluations = await listEvaluations(tx, ownedDeals);
      await insertInParts(insertPart, { pipelines: ownedDeals, evaluations }, others);
      await moveNotes(tx, chunk, insertPart);
      await moveMemosAndRounds(tx, chunk, insertPart);
      await deleteDeals(tx, viewer, ownedDeals);
    }
  });
  await removeUserFromRounds(tx, viewer, user);
  await endUserShares(tx, viewer, user);
  await revokeUserTokens(tx, viewer, user);
  await recordCollaboratorChanges(tx, viewer, await listCollaborations(tx, id), () =>
    tx.delete(users).where(eq(users.id, id)),
  );
  await recordHistory(tx, viewer, [userEvent(user, 'deleted')]);
}

function listIds(rows: Pick<Deal, 'id'>[]): number[] {
  return rows.map(({ id }) => id);
}

async function findOwnerEmails(tx: Db, ownedDeals: Deal[]): Promise<Map<string, string>> {
  const ids = ownedDeals.map(({ userId }) => userId);
  const { id, email } = users;
  const rows = await tx.select({ id, email }).from(users).where(inArray(id, ids));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function listEvaluations(tx: Db, dealsToDelete: Deal[]) {
  return tx
    .select()
    .from(evaluations)
    .where(inArray(evaluations.dealId, listIds(dealsToDelete)));
}

async function listRelatedRowsByDeal(tx: Db, ids: number[]): Promise<Map<number, ChildRow[]>> {
  const rowsByDeal = new Map<number, ChildRow[]>();
  const hasAny = ids.length < 2 || (await listRelatedRows(tx, { pipelines: ids })).length > 0;
  if (hasAny)
    for (const id of ids) rowsByDeal.set(id, await listRelatedRows(tx, { pipelines: [id] }));
  return rowsByDeal;
}

async function findDealsWithNotes(tx: Db, ids: number[]): Promise<number[]> {
  const { dealId: id } = notes;
  const rows = await tx.selectDistinct({ id }).from(notes).where(inArray(id, ids));
  return listIds(rows);
}

async function deleteDeals(
  tx: Db,
  viewer: Viewer,
  trashedDeals: Deal[],
  { fields, ...operation }: TrashOptions = {},
): Promise<void> {
  await tx.delete(deals).where(inArray(deals.id, listIds(trashedDeals)));
  const events = trashedDeals.map((deal) => dealEvent(deal, 'deleted', fields));
  await recordHistory(tx, viewer, events, operation);
}
