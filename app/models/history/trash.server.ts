import { and, desc, eq, getTableColumns, inArray, lt, lte, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { db, type Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import {
  evaluations,
  lower,
  type Pipeline,
  pipelines,
  serverDays,
  trash,
  type Trash,
  type User,
  users,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, forbidden, notFound } from '~/refusal.server';
import { mayRestore, type Viewer } from '~/models/access';
import {
  type Actor,
  userEntry,
  evaluationEntry,
  pipelineEntry,
  writeHistory,
} from './write.server';
import type { Page } from '~/models/page';

/** Deleted deals and users go to the trash, from which an admin can restore them for 30 days. */

export const TRASH_DAYS = 30;
/** Rows stored by one statement: SQLite takes 32,766 values. */
const CHUNK = 500;
const TABLES = { users, pipelines, evaluations };
type Rows = { [T in keyof typeof TABLES]: (typeof TABLES)[T]['$inferSelect'][] };

async function insertTrash(
  tx: Db,
  actor: Viewer,
  entry: Pick<Trash, 'subject' | 'name' | 'owner'>,
  rows: Rows,
): Promise<void> {
  const daysBefore = sql<number>`(select count(*) from ${serverDays})`;
  await tx.insert(trash).values({
    ...entry,
    daysBefore,
    deletedAt: new Date(),
    deletedBy: actor.email,
    deals: rows.pipelines.length,
    rows: JSON.stringify(rows),
  });
}

/** Moves deals to the trash, each as an entry of its own. */
export async function discardPipelines(tx: Db, actor: Viewer, deals: Pipeline[]): Promise<void> {
  if (!deals.length) return;
  const ids = deals.map(({ id }) => id);
  const evaluated = new Map(
    (await tx.select().from(evaluations).where(inArray(evaluations.pipelineId, ids))).map((row) => [
      row.pipelineId,
      row,
    ]),
  );
  const owners = new Map(
    (
      await tx
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(inArray(users.id, [...new Set(deals.map(({ userId }) => userId))]))
    ).map(({ id, email }) => [id, email]),
  );
  for (const deal of deals) {
    const evaluation = evaluated.get(deal.id);
    await insertTrash(
      tx,
      actor,
      { subject: 'pipeline', name: deal.companyName, owner: owners.get(deal.userId)! },
      { users: [], pipelines: [deal], evaluations: evaluation ? [evaluation] : [] },
    );
  }
  await tx.delete(pipelines).where(inArray(pipelines.id, ids));
  await writeHistory(
    tx,
    actor,
    deals.map((deal) => pipelineEntry(deal, 'deleted')),
  );
}

/** Moves a user with all their deals to the trash, as one entry. */
export async function discardUser(tx: Db, actor: Viewer, account: User): Promise<void> {
  const deals = await tx.select().from(pipelines).where(eq(pipelines.userId, account.id));
  const evaluated = await tx
    .select({ evaluation: evaluations })
    .from(evaluations)
    .innerJoin(pipelines, eq(pipelines.id, evaluations.pipelineId))
    .where(eq(pipelines.userId, account.id));
  await insertTrash(
    tx,
    actor,
    { subject: 'account', name: account.email, owner: account.email },
    {
      users: [account],
      pipelines: deals,
      evaluations: evaluated.map(({ evaluation }) => evaluation),
    },
  );
  await tx.delete(users).where(eq(users.id, account.id));
  await writeHistory(tx, actor, [
    ...deals.map((deal) => pipelineEntry(deal, 'deleted')),
    userEntry(account, 'deleted'),
  ]);
}

const { rows: _, ...entryColumns } = getTableColumns(trash);

/** The entries, most recently deleted first. Throws 403 unless the viewer is an admin. */
export async function listTrash(viewer: Viewer, { limit, offset }: Page) {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return db.select(entryColumns).from(trash).orderBy(desc(trash.id)).limit(limit).offset(offset);
}

export async function countTrash(viewer: Viewer): Promise<number> {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return db.$count(trash);
}

/**
 * Restores an entry; its history was never deleted. Throws 403, 404, and 409 if the owner is gone,
 * the email is taken, or another row has the same id.
 */
export async function restore(
  viewer: Viewer,
  id: number,
): Promise<Pick<Trash, 'name' | 'subject'>> {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return transaction(async (tx) => {
    const [entry] = await tx.delete(trash).where(eq(trash.id, id)).returning();
    if (!entry) throw notFound('This is not in the trash any more.');
    const rows = parseRows(entry.rows);
    await checkRestorable(tx, entry, rows);
    await insertRows(tx, rows);
    const evaluated = new Set(rows.evaluations.map(({ pipelineId }) => pipelineId));
    await writeHistory(tx, viewer, [
      ...rows.users.map((account) => userEntry(account, 'restored')),
      ...rows.pipelines.flatMap((deal) => [
        pipelineEntry(deal, 'restored'),
        ...(evaluated.has(deal.id) ? [evaluationEntry(deal, 'restored')] : []),
      ]),
    ]);
    return entry;
  });
}

async function checkRestorable(tx: Db, entry: Trash, rows: Rows): Promise<void> {
  if (entry.subject === 'account') {
    if (await tx.$count(users, eq(lower(users.email), entry.name.toLowerCase())))
      throw conflict('Another account has this email now. Delete it first.');
  } else if (!(await tx.$count(users, eq(users.id, rows.pipelines[0]!.userId))))
    throw conflict('The owner of this deal was deleted. Restore the owner first.');
}

async function insertRows(tx: Db, rows: Rows): Promise<void> {
  // The form may have been sent again since, and has made another deal.
  const deals = rows.pipelines.map((deal) => ({ ...deal, submission: null }));
  try {
    for (const [name, table] of Object.entries(TABLES))
      await insertAll(tx, table, { ...rows, pipelines: deals }[name as keyof Rows]);
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('A deal or an account with the same id is there already.');
    throw error;
  }
}

async function insertAll(tx: Db, table: SQLiteTable, rows: object[]): Promise<void> {
  for (let i = 0; i < rows.length; i += CHUNK)
    await tx.insert(table).values(rows.slice(i, i + CHUNK));
}

/** Parses rows that any release deleted, with their dates. */
function parseRows(json: string): Rows {
  const none = { users: [], pipelines: [], evaluations: [] };
  const rows = { ...none, ...JSON.parse(json) } as Record<keyof Rows, Record<string, unknown>[]>;
  for (const [name, table] of Object.entries(TABLES)) {
    const moments = Object.entries(getTableColumns(table)).filter(
      ([, column]) => column.dataType === 'date',
    );
    for (const row of rows[name as keyof Rows])
      for (const [key] of moments) if (row[key]) row[key] = new Date(row[key] as string);
  }
  return rows as unknown as Rows;
}

/**
 * Deletes entries that are 30 days old, also by the days on which the server has run, so that one
 * wrong reading of the clock deletes nothing. Returns their number.
 */
export async function purgeTrash(now = new Date(), actor?: Actor): Promise<number> {
  return transaction(async (tx) => {
    const day = now.toISOString().slice(0, 10);
    await tx.insert(serverDays).values({ day }).onConflictDoNothing();
    const days = await tx.$count(serverDays);
    const isOld = lt(trash.deletedAt, new Date(now.getTime() - TRASH_DAYS * 86_400_000));
    const expired = await tx
      .delete(trash)
      .where(and(isOld, lte(trash.daysBefore, days - TRASH_DAYS)))
      .returning();
    const entries = expired.flatMap((entry) => {
      const rows = parseRows(entry.rows);
      return [
        ...rows.pipelines.map((deal) => pipelineEntry(deal, 'purged')),
        ...rows.users.map((account) => userEntry(account, 'purged')),
      ];
    });
    await writeHistory(tx, actor, entries);
    return expired.length;
  });
}
