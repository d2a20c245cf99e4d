import { and, eq, gte, inArray, or, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type ChildRow, insertChildRows } from '#db/child-rows';
import { iterateChunks } from '#db/chunks';
import type { Db } from '#db/client';
import { isUniqueViolation } from '#db/errors';
import { buildSearchText } from '#db/fold';
import {
  type Deal,
  deals,
  evaluations,
  type FieldChanges,
  historyEvents,
  lower,
  notes,
  type TrashEntry,
  users,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import {
  recordLostCollaborators,
  recordRestoredCollaborations,
} from '~/domain/collaborator/change.server';
import { deriveColumns } from '~/domain/deal/derive-columns';
import { findMergeByTrashEntry } from '~/domain/deal/merges.server';
import { buildEvaluationSearchText } from '~/domain/evaluation/update.server';
import {
  dealEvent,
  evaluationEvent,
  type Operation,
  recordHistory,
  userEvent,
} from '~/domain/history/record.server';
import { withCurrentNames } from '~/domain/option-list/current-names';
import { queryOptionLists } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { canSignIn } from '~/domain/session/viewer.server';
import { buildStages } from '~/domain/stage/stages.server';
import { deriveNameColumns } from '~/domain/user/update.server';
import { conflict } from '~/errors';
import { parseTrashRows, type TrashRows } from './entry.server';
import { deleteTrashEntry, iterateParts } from './parts.server';

type RestoreOptions = Operation & { fields?: FieldChanges };

export async function restoreEntry(
  tx: Db,
  viewer: Viewer,
  entry: TrashEntry,
  operation: RestoreOptions = {},
): Promise<void> {
  const { parts, ...rows } = parseTrashRows(entry.rows);
  await assertRestorable(tx, entry, rows);
  const { excludeLeavers, lostCollaborators } = createLeaverFilter(tx, entry.deletedAt);
  await insertEntryRows(tx, viewer, { ...rows, others: await excludeLeavers(rows) }, operation);
  for await (const part of iterateParts(tx, entry.id, parts))
    await insertEntryRows(tx, viewer, { ...part, others: await excludeLeavers(part) }, operation);
  for (const account of rows.users) await recordRestoredCollaborations(tx, viewer, account);
  await recordLostCollaborators(tx, viewer, lostCollaborators, operation);
  await deleteTrashEntry(tx, entry.id, parts);
}

/**
 * Returns a filter for rows of an entry. It leaves out collaborators who can no longer sign in, or
 * could not at some time since the deletion: they have lost their access for good (rule 10.22). Their
 * unfinished scorecards have ended as well (rule 32.33), even if they were deleted meanwhile. Collects
 * the collaborators whom it left out in `lostCollaborators`.
 */
function createLeaverFilter(tx: Db, since: Date) {
  const dealIds = new Set<unknown>();
  const lostCollaborators: { dealId: number; userId: string }[] = [];
  const excludeLeavers = async ({ pipelines, others }: TrashRows): Promise<ChildRow[]> => {
    // Rows of a deal may follow in later parts.
    for (const { id } of pipelines) dealIds.add(id);
    const isCollaborator = ({ table, row }: ChildRow) =>
      table === 'members' && dealIds.has(row.pipeline_id);
    const isTiedToPerson = (child: ChildRow) => isCollaborator(child) || isUnfinishedCard(child);
    const userIds = new Set(others.filter(isTiedToPerson).map(({ row }) => String(row.user_id)));
    if (!userIds.size) return others;
    const { active, deleted } = await findActiveUsers(tx, [...userIds], since);
    return others.filter((child) => {
      const userId = String(child.row.user_id);
      if (isUnfinishedCard(child)) return active.has(userId) && !deleted.has(userId);
      if (!isCollaborator(child) || active.has(userId)) return true;
      lostCollaborators.push({ dealId: Number(child.row.pipeline_id), userId });
      return false;
    });
  };
  return { excludeLeavers, lostCollaborators };
}

function isUnfinishedCard({ table, row }: ChildRow): boolean {
  if (table === 'scorecards') return row.submitted_at === null;
  return table === 'round_evaluators' && (row.state === 'open' || row.state === 'draft');
}

async function findActiveUsers(tx: Db, userIds: string[], since: Date) {
  const present = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), canSignIn));
  const { subject, subjectId, at, fields, kind } = historyEvents;
  const hasLeft = sql`(${fields} ->> '$.disabled' is not null or ${fields} ->> '$.approvalStatus' is not null)`;
  const left = await tx
    .selectDistinct({ id: subjectId, kind })
    .from(historyEvents)
    .where(
      and(
        eq(subject, 'account'),
        inArray(subjectId, userIds),
        gte(at, since),
        or(hasLeft, eq(kind, 'deleted')),
      ),
    );
  const deleted = new Set(left.filter((event) => event.kind === 'deleted').map(({ id }) => id));
  const leftIds = new Set(left.filter((event) => event.kind !== 'deleted').map(({ id }) => id));
  const active = new Set(present.map(({ id }) => id).filter((id) => !leftIds.has(id)));
  return { active, deleted };
}

async function assertRestorable(tx: Db, entry: TrashEntry, rows: TrashRows): Promise<void> {
  const merge = await findMergeByTrashEntry(tx, entry.id);
  if (merge) throw conflict(`This deal was merged into ${merge.winnerName}. Split them there.`);
  if (entry.subject === 'account') {
    if (await tx.$count(users, eq(lower(users.email), entry.name.toLowerCase())))
      throw conflict('Another account has this email now. Delete it first.');
  } else if (!(await tx.$count(users, eq(users.id, rows.pipelines[0]!.userId))))
    throw conflict('The owner of this deal was deleted. Restore the owner first.');
}

/** Forgets the form that created the row, as it may have been sent again since. */
const NO_SUBMISSION = { submission: null };

async function insertEntryRows(
  tx: Db,
  viewer: Viewer,
  rows: TrashRows,
  { fields, ...operation }: RestoreOptions,
): Promise<void> {
  const lists = await queryOptionLists(tx);
  const accounts = rows.users.map((account) => withCurrentNames(lists, account));
  await insertTrashedRows(
    tx,
    users,
    accounts.map((account) => ({ ...account, ...deriveNameColumns(account) })),
  );
  await insertTrashedRows(
    tx,
    deals,
    rows.pipelines.map((deal) => applyCurrentOptions(deal, lists)),
  );
  await insertTrashedRows(
    tx,
    evaluations,
    rows.evaluations.map((row) => ({ ...row, searchText: buildEvaluationSearchText(row) })),
  );
  await insertTrashedRows(
    tx,
    notes,
    rows.notes.map((note) => ({
      ...note,
      searchText: buildSearchText(note.text),
      ...NO_SUBMISSION,
    })),
  );
  const mentions = rows.mentions.map(({ userId, noteId }) => ({
    table: 'mentions',
    row: { user_id: userId, note_id: noteId },
  }));
  await insertChildRows(tx, [...mentions, ...rows.others]);
  const evaluated = new Set(rows.evaluations.map(({ dealId }) => dealId));
  const events = rows.pipelines.flatMap((deal) => [
    dealEvent(deal, 'restored', fields),
    ...(evaluated.has(deal.id) ? [evaluationEvent(deal, 'restored')] : []),
  ]);
  const people = rows.users.map((account) => userEvent(account, 'restored'));
  await recordHistory(tx, viewer, [...people, ...events], operation);
}

/** Converts a deal to today's option lists. Deals deleted before 1.0.0 lack columns. */
function applyCurrentOptions(stored: Deal, lists: OptionLists) {
  const stages = buildStages(lists);
  const { stageId = stages.first.id, stageSince = stored.createdAt }: Partial<Deal> = stored;
  const deal = {
    ...withCurrentNames(lists, stored),
    stageId: stages.getCurrent(stageId).id,
    stageSince,
    nextMeetingSetAt: stored.nextMeetingSetAt ?? (stored.nextMeetingDate ? stored.updatedAt : null),
  };
  return { ...deal, ...deriveColumns(deal, lists), ...NO_SUBMISSION };
}

async function insertTrashedRows(tx: Db, table: SQLiteTable, rows: object[]): Promise<void> {
  try {
    for await (const chunk of iterateChunks(rows)) await tx.insert(table).values(chunk);
  } catch (error) {
    if (isUniqueViolation(error))
      throw conflict('A deal or account with the same id already exists.');
    throw error;
  }
}
