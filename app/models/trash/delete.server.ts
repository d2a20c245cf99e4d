import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import type { ChildRow } from '#db/children';
import type { Db } from '#db/client';
import { insertRows } from '#db/insert';
import {
  type ChangedFields,
  evaluations,
  notes,
  type Pipeline,
  pipelines,
  trash,
  type Trash,
  type User,
  users,
} from '#db/schema';
import { transaction, transactionId, transactionInReserve } from '#db/transaction';
import { isInCharge, type Viewer } from '~/models/access';
import {
  type Actor,
  pipelineEntry,
  userEntry,
  writeHistory,
  type Written,
} from '~/models/history/write.server';
import { lockInCharge } from '~/models/pipeline/write.server';
import { visibleTo } from '~/models/visibility.server';
import {
  inParts,
  otherRows,
  parseRows,
  type Rows,
  rowsJson,
  takeNotes,
  TRASH_TIME,
} from './rows.server';

/** Deleted deals and users go to the trash, from which they can be restored for 30 days. */

/** What was deleted: the act, for an undo, and the entries in the trash. */
interface Deletion {
  actId: string;
  entries: number[];
}

const NOT_IN_CHARGE = 'Only the owner, managers and admins may delete a deal.';

/** Moves a deal to the trash. Throws 404 if it is not visible, and 403 for a colleague on it. */
export async function deletePipeline(viewer: Viewer, id: number): Promise<Deletion> {
  return transaction(async (tx) => {
    const deal = await lockInCharge(tx, viewer, id, NOT_IN_CHARGE);
    return { actId: transactionId(), entries: await discardPipelines(tx, viewer, [deal]) };
  });
}

/** Moves those to the trash that the viewer may delete; `kept` counts the other visible ones. */
export async function deletePipelines(
  viewer: Viewer,
  ids: number[],
): Promise<Deletion & { kept: number }> {
  return transaction(async (tx) => {
    const deals = await tx
      .select()
      .from(pipelines)
      .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
    const own = deals.filter((deal) => isInCharge(viewer, deal));
    const entries = await discardPipelines(tx, viewer, own);
    return { actId: transactionId(), entries, kept: deals.length - own.length };
  });
}

/** Deals that are written between two turns of the event loop; one may hold 60,000 characters. */
const CHUNK = 16;

type Discarded = Written & { fields?: ChangedFields };

/** Moves deals to the trash; the history says `fields` of it. Returns the ids of their entries. */
export async function discardPipelines(
  tx: Db,
  viewer: Viewer,
  deals: Pipeline[],
  written: Discarded = {},
): Promise<number[]> {
  const deletedAt = written.at ?? new Date();
  const entries: number[] = [];
  for await (const chunk of inChunks(deals, CHUNK)) {
    const owners = await ownersOf(tx, chunk);
    const evaluated = await evaluationsOf(tx, chunk);
    const others = await othersByDeal(tx, idsOf(chunk));
    const noted = await notedDeals(tx, idsOf(chunk));
    const partsOf = async function* (deal: Pipeline): AsyncGenerator<Partial<Rows>> {
      const evaluations = evaluated.filter(({ pipelineId }) => pipelineId === deal.id);
      yield* inParts({ pipelines: [deal], evaluations }, others.get(deal.id) ?? []);
      if (noted.includes(deal.id)) yield* takeNotes(tx, [deal.id]);
    };
    for (const deal of chunk) {
      const owner = owners.get(deal.userId)!;
      const summary = { name: deal.companyName, owner, deals: 1, deletedBy: viewer.email };
      const entry = { ...summary, subject: 'pipeline', deletedAt } as const;
      entries.push(await insertEntry(tx, entry, partsOf(deal)));
    }
    await deleteDeals(tx, viewer, chunk, { ...written, at: deletedAt });
  }
  return entries;
}

/** Moves a user with all their deals to the trash, as one entry. */
export async function discardUser(tx: Db, viewer: Viewer, account: User): Promise<void> {
  const { id, email } = account;
  const isOwn = eq(pipelines.userId, id);
  const owned = await tx.select({ id: pipelines.id }).from(pipelines).where(isOwn);
  const parts = async function* (): AsyncGenerator<Partial<Rows>> {
    yield* inParts({ users: [account] }, await otherRows(tx, { users: [id] }));
    for await (const chunk of inChunks(idsOf(owned), CHUNK)) {
      const deals = await tx.select().from(pipelines).where(inArray(pipelines.id, chunk));
      const others = await otherRows(tx, { pipelines: chunk });
      const evaluations = await evaluationsOf(tx, deals);
      yield* inParts({ pipelines: deals, evaluations }, others);
      yield* takeNotes(tx, chunk);
      await deleteDeals(tx, viewer, deals);
    }
  };
  const summary = { name: email, owner: email, deals: owned.length, deletedBy: viewer.email };
  await insertEntry(tx, { ...summary, subject: 'account', deletedAt: new Date() }, parts());
  await tx.delete(users).where(eq(users.id, id));
  await writeHistory(tx, viewer, [userEntry(account, 'deleted')]);
}

/** An entry of one or several rows, of which the first alone has a name. Returns its id. */
async function insertEntry(
  tx: Db,
  entry: Omit<Trash, 'id' | 'rows'>,
  parts: AsyncIterable<Partial<Rows>>,
): Promise<number> {
  const ids: number[] = [];
  for await (const part of parts) {
    const row = { ...entry, ...(ids.length && { name: '', deals: 0 }), rows: rowsJson(part) };
    ids.push(...(await insertRows(tx, trash, [row])));
  }
  const [id = 0, ...otherIds] = ids;
  const rows = sql`json_set(${trash.rows}, '$.parts', ${otherIds.length})`;
  if (otherIds.length) await tx.update(trash).set({ rows }).where(eq(trash.id, id));
  return id;
}

function idsOf(deals: Pick<Pipeline, 'id'>[]): number[] {
  return deals.map(({ id }) => id);
}

/** The emails of the deals' owners, by id. */
async function ownersOf(tx: Db, deals: Pipeline[]): Promise<Map<string, string>> {
  const ids = deals.map(({ userId }) => userId);
  const { id, email } = users;
  const rows = await tx.select({ id, email }).from(users).where(inArray(id, ids));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function evaluationsOf(tx: Db, deals: Pipeline[]) {
  return tx
    .select()
    .from(evaluations)
    .where(inArray(evaluations.pipelineId, idsOf(deals)));
}

async function othersByDeal(tx: Db, ids: number[]): Promise<Map<number, ChildRow[]>> {
  const rowsByDeal = new Map<number, ChildRow[]>();
  const hasAny = ids.length < 2 || (await otherRows(tx, { pipelines: ids })).length > 0;
  if (hasAny) for (const id of ids) rowsByDeal.set(id, await otherRows(tx, { pipelines: [id] }));
  return rowsByDeal;
}

/** Those of these deals that have notes. */
async function notedDeals(tx: Db, ids: number[]): Promise<number[]> {
  const { pipelineId: id } = notes;
  const rows = await tx.selectDistinct({ id }).from(notes).where(inArray(id, ids));
  return idsOf(rows);
}

async function deleteDeals(
  tx: Db,
  viewer: Viewer,
  deals: Pipeline[],
  { fields, ...written }: Discarded = {},
): Promise<void> {
  await tx.delete(pipelines).where(inArray(pipelines.id, idsOf(deals)));
  const entries = deals.map((deal) => pipelineEntry(deal, 'deleted', fields));
  await writeHistory(tx, viewer, entries, written);
}

/** Deletes entries that are 30 days old at `now`: `deletionTime`. Returns their number. */
export async function purgeTrash(now: Date, actor?: Actor): Promise<number> {
  return transactionInReserve(async (tx) => {
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
