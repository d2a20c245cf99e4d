import { and, between, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type ChildRow, insertChildren } from '#db/children';
import { inChunks, yieldToEventLoop } from '#db/chunks';
import type { Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { searchTextOf } from '#db/fold';
import {
  type ChangedFields,
  changes,
  evaluations,
  lower,
  notes,
  type Pipeline,
  pipelines,
  trash,
  type Trash,
  users,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { attempt } from '~/attempt.server';
import { mayRestore, type Viewer } from '~/models/access';
import { evaluationText } from '~/models/evaluation/write.server';
import {
  evaluationEntry,
  pipelineEntry,
  userEntry,
  writeHistory,
  type Written,
} from '~/models/history/write.server';
import { readLists, stagesOf } from '~/models/lists/list.server';
import { type Lists, withPresentNames } from '~/models/lists/lists';
import { derived } from '~/models/pipeline/derived';
import { mergeOfEntry } from '~/models/pipeline/merged.server';
import { maySignIn } from '~/models/user/session.server';
import { derivedName } from '~/models/user/write.server';
import { conflict, forbidden, notFound } from '~/refusal';
import { deletedByViewer, isDeal, isEntry } from './list.server';
import { parseRows, type Rows } from './rows.server';

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

interface Restored {
  /** Their names. */
  restored: string[];
  /** Why others stay in the trash. */
  kept: string[];
}

/**
 * Restores deals by the ids of their entries: those that the viewer has deleted and may still act
 * on; an admin any. Ids that are not there are in neither list.
 */
export async function restoreDeleted(viewer: Viewer, ids: number[]): Promise<Restored> {
  const condition = mayRestore(viewer) ? isDeal : deletedByViewer(viewer);
  const outcome: Restored = { restored: [], kept: [] };
  for await (const [id] of inChunks(ids, 1)) {
    const entry = and(eq(trash.id, id!), condition);
    const { value, refused } = await attempt(() =>
      transaction((tx) => restoreEntry(tx, viewer, entry)),
    );
    if (value) outcome.restored.push(value.name);
    else if (refused.status !== 404) outcome.kept.push(refused.message);
  }
  return outcome;
}

const dealId = sql<number>`json_extract(${trash.rows}, '$.pipelines[0].id')`;

/** The same within the transaction of an undo, for deals that were deleted at that moment. */
export async function restoreDiscarded(
  tx: Db,
  viewer: Viewer,
  dealIds: number[],
  deletedAt: Date,
  written: Written,
): Promise<Restored> {
  const isDeletedThen = and(eq(trash.deletedAt, deletedAt), inArray(dealId, dealIds));
  const entries = await tx
    .select({ id: trash.id })
    .from(trash)
    .where(and(isDeletedThen, deletedByViewer(viewer)))
    .orderBy(trash.id);
  const outcome: Restored = { restored: [], kept: [] };
  for await (const [entry] of inChunks(entries, 1)) {
    const { value, refused } = await attempt(() =>
      restoreEntry(tx, viewer, eq(trash.id, entry!.id), written),
    );
    if (value) outcome.restored.push(value.name);
    else if (refused.status === 409) outcome.kept.push(refused.message);
    else throw refused;
  }
  return outcome;
}

/** `fields` are what the history says of the deals. */
type Restoring = Written & { fields?: ChangedFields };

/** Restores the entry that `condition` finds, whoever the viewer is. Throws as `restore` does. */
export async function restoreEntry(
  tx: Db,
  viewer: Viewer,
  condition: SQL | undefined,
  written: Restoring = {},
): Promise<Pick<Trash, 'name' | 'subject'>> {
  const [entry] = await tx.select().from(trash).where(condition);
  if (!entry) throw notFound('This is no longer in the trash.');
  const { parts, ...rows } = parseRows(entry.rows);
  await checkRestorable(tx, entry, rows);
  const since = entry.deletedAt;
  await bringBack(tx, viewer, { ...rows, others: await withoutLeavers(tx, rows, since) }, written);
  for (let n = 1; n <= parts; n++) {
    await yieldToEventLoop();
    const isPart = eq(trash.id, entry.id + n);
    const [more] = await tx.select({ rows: trash.rows }).from(trash).where(isPart);
    const part = parseRows(more!.rows);
    const others = await withoutLeavers(tx, part, since);
    await bringBack(tx, viewer, { ...part, others }, written);
  }
  await tx.delete(trash).where(between(trash.id, entry.id, entry.id + parts));
  return entry;
}

/**
 * Leaves out the collaborators of restored deals who can no longer log in, or could not at some time
 * since the deletion: they have lost what they could see, and nothing gives it back (rule 10.22).
 */
async function withoutLeavers(tx: Db, { pipelines: deals, others }: Rows, since: Date) {
  const dealIds = new Set<unknown>(deals.map(({ id }) => id));
  const isMember = ({ table, row }: ChildRow) =>
    table === 'members' && dealIds.has(row.pipeline_id);
  const userIds = others.filter(isMember).map(({ row }) => String(row.user_id));
  if (!userIds.length) return others;
  const present = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), maySignIn));
  const { subject, subjectId, at, fields } = changes;
  const hasLeft = sql`(${fields} ->> '$.disabled' is not null or ${fields} ->> '$.approvalStatus' is not null)`;
  const left = await tx
    .selectDistinct({ id: subjectId })
    .from(changes)
    .where(and(eq(subject, 'account'), inArray(subjectId, userIds), gte(at, since), hasLeft));
  const leavers = new Set(left.map(({ id }) => id));
  const stays = new Set(present.map(({ id }) => id).filter((id) => !leavers.has(id)));
  return others.filter((child) => !isMember(child) || stays.has(String(child.row.user_id)));
}

async function checkRestorable(tx: Db, entry: Trash, rows: Rows): Promise<void> {
  const merge = await mergeOfEntry(tx, entry.id);
  if (merge) throw conflict(`This deal was merged into ${merge.winnerName}. Split them there.`);
  if (entry.subject === 'account') {
    if (await tx.$count(users, eq(lower(users.email), entry.name.toLowerCase())))
      throw conflict('Another account has this email now. Delete it first.');
  } else if (!(await tx.$count(users, eq(users.id, rows.pipelines[0]!.userId))))
    throw conflict('The owner of this deal was deleted. Restore the owner first.');
}

/** Forms that have made a deal or a note may have been sent again since, and have made another one. */
const NOT_SENT = { submission: null };

async function bringBack(
  tx: Db,
  viewer: Viewer,
  rows: Rows,
  { fields, ...written }: Restoring,
): Promise<void> {
  const lists = await readLists(tx);
  const accounts = rows.users.map((account) => withPresentNames(lists, account));
  await insertStored(
    tx,
    users,
    accounts.map((account) => ({ ...account, ...derivedName(account) })),
  );
  await insertStored(
    tx,
    pipelines,
    rows.pipelines.map((deal) => dealNow(deal, lists)),
  );
  await insertStored(
    tx,
    evaluations,
    rows.evaluations.map((row) => ({ ...row, searchText: evaluationText(row) })),
  );
  await insertStored(
    tx,
    notes,
    rows.notes.map((note) => ({ ...note, searchText: searchTextOf(note.text), ...NOT_SENT })),
  );
  const mentions = rows.mentions.map(({ userId, noteId }) => ({
    table: 'mentions',
    row: { user_id: userId, note_id: noteId },
  }));
  await insertChildren(tx, [...mentions, ...rows.others]);
  const evaluated = new Set(rows.evaluations.map(({ pipelineId }) => pipelineId));
  const entries = rows.pipelines.flatMap((deal) => [
    pipelineEntry(deal, 'restored', fields),
    ...(evaluated.has(deal.id) ? [evaluationEntry(deal, 'restored')] : []),
  ]);
  const people = rows.users.map((account) => userEntry(account, 'restored'));
  await writeHistory(tx, viewer, [...people, ...entries], written);
}

/** A deal as it stands in the fund's lists of today. Those from before migrations 0012 and 0024 lack columns. */
function dealNow(stored: Pipeline, lists: Lists) {
  const stages = stagesOf(lists);
  const { stageId = stages.first.id, stageSince = stored.createdAt }: Partial<Pipeline> = stored;
  const deal = {
    ...withPresentNames(lists, stored),
    stageId: stages.present(stageId).id,
    stageSince,
    nextMeetingSetAt: stored.nextMeetingSetAt ?? (stored.nextMeetingDate ? stored.updatedAt : null),
  };
  return { ...deal, ...derived(deal, lists), ...NOT_SENT };
}

/** Rows that are written between two turns of the event loop; a deal may hold 60,000 characters. */
const CHUNK = 16;

async function insertStored(tx: Db, table: SQLiteTable, rows: object[]): Promise<void> {
  try {
    for await (const chunk of inChunks(rows, CHUNK)) await tx.insert(table).values(chunk);
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('A deal or account with the same id already exists.');
    throw error;
  }
}
