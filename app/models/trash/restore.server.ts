import { and, between, eq, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { insertChildren } from '#db/children';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import {
  type ChangedFields,
  evaluations,
  lower,
  pipelines,
  trash,
  type Trash,
  users,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, forbidden, notFound } from '~/refusal';
import { readLists } from '~/models/lists/list.server';
import { withPresentNames } from '~/models/lists/lists';
import { stagesOf } from '~/models/stage/stages.server';
import { derived } from '~/models/pipeline/derived';
import { evaluationText } from '~/models/evaluation/write.server';
import { derivedName } from '~/models/user/derived';
import { mayRestore, type Viewer } from '~/models/access';
import {
  evaluationEntry,
  pipelineEntry,
  userEntry,
  writeHistory,
  type Written,
} from '~/models/history/write.server';
import { mergeOfEntry } from '~/models/pipeline/merged.server';
import { isEntry } from './list.server';
import { bringNotesBack } from './notes.server';
import { CHUNK, meetingSetAt, parseRows, placeOf, type Rows } from './rows.server';

/**
 * Restores an entry; its history was never deleted. Throws 403, 404, and 409 if the owner is gone,
 * the email is taken, or another row has the same id.
 */
export async function restore(
  viewer: Viewer,
  id: number,
): Promise<Pick<Trash, 'name' | 'subject'>> {
  if (!mayRestore(viewer)) throw forbidden('Admin access required.');
  return transaction((tx) => restoreEntry(tx, viewer, and(eq(trash.id, id), isEntry)));
}

/** `fields` are what the history says of the deals. */
type Restoring = Written & { fields?: ChangedFields };

/** Restores the entry that `condition` finds, whoever the viewer is. Throws as `restore` does. */
export async function restoreEntry(
  tx: Db,
  viewer: Viewer,
  condition: SQL | undefined,
  written?: Restoring,
): Promise<Pick<Trash, 'name' | 'subject'>> {
  const [entry] = await tx.select().from(trash).where(condition);
  if (!entry) throw notFound('This is not in the trash any more.');
  const { parts, ...rows } = parseRows(entry.rows);
  await checkRestorable(tx, entry, rows);
  await bringBack(tx, viewer, rows, written);
  for (let part = 1; part <= parts; part++) {
    await yieldToEventLoop();
    const [more] = await tx
      .select({ rows: trash.rows })
      .from(trash)
      .where(eq(trash.id, entry.id + part));
    await bringBack(tx, viewer, parseRows(more!.rows), written);
  }
  await tx.delete(trash).where(between(trash.id, entry.id, entry.id + parts));
  return entry;
}

async function bringBack(
  tx: Db,
  viewer: Viewer,
  rows: Rows,
  { fields, ...written }: Restoring = {},
): Promise<void> {
  const lists = await readLists(tx);
  const stages = stagesOf(lists);
  const evaluated = new Map(rows.evaluations.map((row) => [row.pipelineId, row]));
  await insertStored(
    tx,
    users,
    rows.users.map((account) => ({
      ...withPresentNames(lists, account),
      ...derivedName(account),
    })),
  );
  await writeHistory(
    tx,
    viewer,
    rows.users.map((account) => userEntry(account, 'restored')),
    written,
  );
  for await (const deals of inChunks(rows.pipelines, CHUNK)) {
    // The form may have been sent again since, and has made another deal.
    const fresh = deals.map((stored) => {
      const place = placeOf(stored, stages);
      const times = { ...place, nextMeetingSetAt: meetingSetAt(stored) };
      const deal = { ...withPresentNames(lists, stored), ...times };
      return { ...deal, ...derived(deal, lists), submission: null };
    });
    await insertStored(tx, pipelines, fresh);
    await insertStored(
      tx,
      evaluations,
      deals.flatMap(({ id }) => {
        const evaluation = evaluated.get(id);
        return evaluation ? [{ ...evaluation, searchText: evaluationText(evaluation) }] : [];
      }),
    );
    const entries = deals.flatMap((deal) => [
      pipelineEntry(deal, 'restored', fields),
      ...(evaluated.has(deal.id) ? [evaluationEntry(deal, 'restored')] : []),
    ]);
    await writeHistory(tx, viewer, entries, written);
  }
  await bringNotesBack(tx, rows);
  await insertChildren(tx, rows.others);
}

async function checkRestorable(tx: Db, entry: Trash, rows: Rows): Promise<void> {
  const merge = await mergeOfEntry(tx, entry.id);
  if (merge)
    throw conflict(`This deal was merged into ${merge.winnerName}. Split them again there.`);
  if (entry.subject === 'account') {
    if (await tx.$count(users, eq(lower(users.email), entry.name.toLowerCase())))
      throw conflict('Another account has this email now. Delete it first.');
  } else if (!(await tx.$count(users, eq(users.id, rows.pipelines[0]!.userId))))
    throw conflict('The owner of this deal was deleted. Restore the owner first.');
}

async function insertStored(tx: Db, table: SQLiteTable, rows: object[]): Promise<void> {
  if (!rows.length) return;
  try {
    await tx.insert(table).values(rows);
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('A deal or an account with the same id is there already.');
    throw error;
  }
}
