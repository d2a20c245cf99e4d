import { eq, inArray, lt, sql } from 'drizzle-orm';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import type { ChildRow } from '#db/children';
import type { Db } from '#db/client';
import { insertRows } from '#db/insert';
import {
  type ChangedFields,
  type Evaluation,
  evaluations,
  type Pipeline,
  pipelines,
  trash,
  type Trash,
  type User,
  users,
} from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import {
  type Actor,
  userEntry,
  pipelineEntry,
  writeHistory,
  type Written,
} from '~/models/history/write.server';
import { otherRows } from './others.server';
import { notedDeals, takeNotes } from './notes.server';
import { CHUNK, idsOf, parseRows, type Rows, rowsOf } from './rows.server';
import { TRASH_TIME } from './list.server';

/** Deleted deals and users go to the trash, from which they can be restored for 30 days. */

type NewEntry = Pick<Trash, 'subject' | 'name' | 'owner' | 'deals' | 'deletedAt'>;

/** Returns the ids of the entries. */
async function insertTrash(
  tx: Db,
  actor: Viewer,
  entries: (NewEntry & { rows: Rows })[],
): Promise<number[]> {
  const rows = entries.map(({ rows, ...entry }) => ({
    ...entry,
    deletedBy: actor.email,
    rows: JSON.stringify(rows),
  }));
  return insertRows(tx, trash, rows);
}

/** Moves deals to the trash; the history says `fields` of it. Returns the ids of their entries. */
export async function discardPipelines(
  tx: Db,
  actor: Viewer,
  deals: Pipeline[],
  written: Written & { fields?: ChangedFields } = {},
): Promise<number[]> {
  const deletedAt = written.at ?? new Date();
  const entries: number[] = [];
  for await (const chunk of inChunks(deals, CHUNK)) {
    const evaluated = new Map(
      (await evaluationsOf(tx, chunk)).map((evaluation) => [evaluation.pipelineId, [evaluation]]),
    );
    const owners = await emailsOf(tx, [...new Set(chunk.map(({ userId }) => userId))]);
    const others = await othersByDeal(tx, idsOf(chunk));
    const discarded = chunk.map((deal) => ({
      subject: 'pipeline' as const,
      name: deal.companyName,
      owner: owners.get(deal.userId)!,
      deals: 1,
      deletedAt,
      rows: rowsOf({
        pipelines: [deal],
        evaluations: evaluated.get(deal.id) ?? [],
        others: others.get(deal.id) ?? [],
      }),
    }));
    const noted = await notedDeals(tx, idsOf(chunk));
    const hasNotes = ({ rows }: { rows: Rows }) => noted.has(rows.pipelines[0]!.id);
    const plain = discarded.filter((entry) => !hasNotes(entry));
    entries.push(...(await insertTrash(tx, actor, plain)));
    for (const entry of discarded.filter(hasNotes)) {
      const [id] = await insertTrash(tx, actor, [entry]);
      await setParts(tx, id!, await insertNotes(tx, actor, entry, idsOf(entry.rows.pipelines)));
      entries.push(id!);
    }
    await deleteDeals(tx, actor, chunk, { ...written, at: deletedAt });
  }
  return entries;
}

async function othersByDeal(tx: Db, dealIds: number[]): Promise<Map<number, ChildRow[]>> {
  const found = new Map<number, ChildRow[]>();
  const all = await otherRows(tx, { pipelines: dealIds });
  if (all.length) for (const id of dealIds) found.set(id, await otherRows(tx, { pipelines: [id] }));
  return found;
}

/** Moves the notes of deals to rows after the deals' own. Returns how many rows. */
async function insertNotes(
  tx: Db,
  actor: Viewer,
  { subject, owner, deletedAt }: Omit<NewEntry, 'name' | 'deals'>,
  dealIds: number[],
): Promise<number> {
  let parts = 0;
  for await (const taken of takeNotes(tx, dealIds)) {
    const part = { subject, owner, deletedAt, name: '', deals: 0, rows: rowsOf(taken) };
    await insertTrash(tx, actor, [part]);
    parts++;
  }
  return parts;
}

async function setParts(tx: Db, id: number, parts: number): Promise<void> {
  const rows = sql`json_set(${trash.rows}, '$.parts', ${parts})`;
  if (parts) await tx.update(trash).set({ rows }).where(eq(trash.id, id));
}

/** Moves a user with all their deals to the trash, as one entry. */
export async function discardUser(tx: Db, actor: Viewer, account: User): Promise<void> {
  const { id, email } = account;
  const owned = await tx
    .select({ id: pipelines.id })
    .from(pipelines)
    .where(eq(pipelines.userId, id))
    .orderBy(pipelines.id);
  const entry = { subject: 'account', owner: email, deletedAt: new Date() } as const;
  const head = { ...entry, name: email, deals: owned.length };
  const first = owned.slice(0, CHUNK);
  const rows = await dealRows(tx, first);
  rows.users.push(account);
  rows.others.push(...(await otherRows(tx, { users: [id] })));
  const [entryId] = await insertTrash(tx, actor, [{ ...head, rows }]);
  let parts = await insertNotes(tx, actor, entry, idsOf(first));
  await deleteDeals(tx, actor, rows.pipelines);
  await yieldToEventLoop();
  for await (const chunk of inChunks(owned.slice(CHUNK), CHUNK)) {
    const rows = await dealRows(tx, chunk);
    await insertTrash(tx, actor, [{ ...entry, name: '', deals: chunk.length, rows }]);
    parts += 1 + (await insertNotes(tx, actor, entry, idsOf(chunk)));
    await deleteDeals(tx, actor, rows.pipelines);
  }
  await setParts(tx, entryId!, parts);
  await tx.delete(users).where(eq(users.id, id));
  await writeHistory(tx, actor, [userEntry(account, 'deleted')]);
}

async function dealRows(tx: Db, chunk: Pick<Pipeline, 'id'>[]): Promise<Rows> {
  const deals = await tx
    .select()
    .from(pipelines)
    .where(inArray(pipelines.id, idsOf(chunk)));
  return rowsOf({
    pipelines: deals,
    evaluations: await evaluationsOf(tx, deals),
    others: await otherRows(tx, { pipelines: idsOf(deals) }),
  });
}

async function evaluationsOf(tx: Db, deals: Pipeline[]): Promise<Evaluation[]> {
  return tx
    .select()
    .from(evaluations)
    .where(inArray(evaluations.pipelineId, idsOf(deals)));
}

async function emailsOf(tx: Db, userIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, userIds));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function deleteDeals(
  tx: Db,
  actor: Viewer,
  deals: Pipeline[],
  { fields, ...written }: Written & { fields?: ChangedFields } = {},
): Promise<void> {
  await tx.delete(pipelines).where(inArray(pipelines.id, idsOf(deals)));
  const entries = deals.map((deal) => pipelineEntry(deal, 'deleted', fields));
  await writeHistory(tx, actor, entries, written);
}

/** Deletes entries that are 30 days old (rule 10.6). Returns their number. */
export async function purgeTrash(now = new Date(), actor?: Actor): Promise<number> {
  return transaction(async (tx) => {
    const expired = await tx
      .select({ id: trash.id, name: trash.name })
      .from(trash)
      .where(lt(trash.deletedAt, new Date(now.getTime() - TRASH_TIME)));
    for await (const [entry] of inChunks(expired, 1)) await purge(tx, actor, entry!.id);
    return expired.filter(({ name }) => name).length;
  });
}

async function purge(tx: Db, actor: Actor, id: number): Promise<void> {
  const [entry] = await tx.delete(trash).where(eq(trash.id, id)).returning({ rows: trash.rows });
  const rows = parseRows(entry!.rows);
  await writeHistory(tx, actor, [
    ...rows.pipelines.map((deal) => pipelineEntry(deal, 'purged')),
    ...rows.users.map((account) => userEntry(account, 'purged')),
  ]);
}
