import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import {
  collaborators,
  type Deal,
  deals,
  evaluations,
  type FieldChanges,
  type FieldValue,
  type Merge,
  type MergedData,
  merges,
  trash,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { canManageDeal, isStaff, type Viewer } from '~/domain/access';
import { changeCollaborators } from '~/domain/collaborator/change.server';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { toDealEdit } from '~/domain/deal/edit.server';
import { getDealForUpdate } from '~/domain/deal/get.server';
import { isSplittable, MAX_SPLIT_DAYS } from '~/domain/deal/merges.server';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { isSameValue } from '~/domain/history/field-value';
import { undoOperationId } from '~/domain/history/operation-id';
import { dealEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import type { UndoResult } from '~/domain/operations/result';
import { getTrashEntry } from '~/domain/operations/trash/list.server';
import { restoreEntry } from '~/domain/operations/trash/restore-entry.server';
import { hasChangedField, listLaterEffectiveEvents } from '~/domain/operations/undo/events.server';
import { listOperationEvents } from '~/domain/operations/undo/operation-events.server';
import { conflict, forbidden, notFound } from '~/errors';
import { deserializeEvaluation, replaceEvaluation } from './evaluation.server';
import { moveRelatedRowsBack } from './related-rows.server';

interface SplitContext {
  tx: Db;
  viewer: Viewer;
  winner: Deal;
  merge: Merge;
  otherMerges: Merge[];
  operation: Required<Operation>;
}

/**
 * Splits a merge: both deals come back as they were, except for what was changed or added since
 * (rule 23.18). Throws 404, 403 unless the viewer manages the winner, and 409 if it was split
 * already, after 30 days, or if one of the deals is gone.
 */
export async function splitMerge(viewer: Viewer, id: number, mergeId: number): Promise<Merge> {
  return transaction(async (tx) => {
    const { winner, merge } = await getMergeToSplit(viewer, id, mergeId, tx);
    const operation: Required<Operation> = {
      at: new Date(),
      operationId: undoOperationId(merge.operationId),
    };
    await tx.update(merges).set({ splitAt: operation.at }).where(eq(merges.id, merge.id));
    const otherMerges = await listOtherMerges(tx, merge);
    const context = { tx, viewer, winner, merge, otherMerges, operation };
    await restoreLoser(context);
    await moveRelatedRowsBack(tx, merge.mergedData.rows, id, merge.loserId);
    const nextEvaluations = await splitEvaluation(context);
    const dealIds = [id, merge.loserId];
    const { value: nextMembers, getCollaboratorChanges } = await changeCollaborators(
      tx,
      dealIds,
      () => splitCollaborators(context),
    );
    const nextFields = await splitFields(context);
    await updateOtherMerges(context, [nextEvaluations, nextMembers, nextFields]);
    await recordHistory(tx, viewer, buildSplitEvents(context, getCollaboratorChanges), operation);
    return merge;
  });
}

/** Data that other merges of the winner return in their own split from now on, by id of the merge. */
type MergedDataChanges = Map<number, Partial<MergedData>>;

async function updateOtherMerges(
  { tx, otherMerges }: SplitContext,
  changesByPart: MergedDataChanges[],
): Promise<void> {
  for (const { id, mergedData } of otherMerges) {
    const changes = changesByPart.flatMap((part) => part.get(id) ?? []);
    if (changes.length)
      await tx
        .update(merges)
        .set({ mergedData: Object.assign({}, mergedData, ...changes) as MergedData })
        .where(eq(merges.id, id));
  }
}

function buildSplitEvents(
  { winner, merge }: SplitContext,
  getCollaboratorChanges: (dealId: number) => FieldChanges,
): ReturnType<typeof dealEvent>[] {
  const loser = { id: merge.loserId, companyName: merge.loserName };
  const mergedWith: FieldChanges = { mergedWith: [merge.loserName, null] };
  const winnerChanges = { ...mergedWith, ...getCollaboratorChanges(winner.id) };
  const loserChanges = getCollaboratorChanges(loser.id);
  return [
    dealEvent(winner, 'changed', winnerChanges),
    ...(loserChanges.members ? [dealEvent(loser, 'changed', loserChanges)] : []),
  ];
}

async function listOtherMerges(tx: Db, { id, winnerId }: Merge): Promise<Merge[]> {
  const isOtherMerge = and(
    eq(merges.winnerId, winnerId),
    isNull(merges.splitAt),
    ne(merges.id, id),
  );
  return tx.select().from(merges).where(isOtherMerge).orderBy(merges.id);
}

export async function undoMerge(
  viewer: Viewer,
  operationId: string,
): Promise<UndoResult | undefined> {
  const [merge] = await db.select().from(merges).where(eq(merges.operationId, operationId));
  if (!merge) return undefined;
  await splitMerge(viewer, merge.winnerId, merge.id);
  return { undone: 0, changedSince: [], gone: 0, restored: [merge.loserName], notRestored: [] };
}

const DEAL_DELETED = 'One of these deals has been deleted since, so they can no longer be split.';

export async function getMergeToSplit(viewer: Viewer, id: number, mergeId: number, tx: Db = db) {
  const isThisMerge = and(eq(merges.id, mergeId), eq(merges.winnerId, id));
  const [merge] = await tx.select().from(merges).where(isThisMerge);
  const isGone = !(await tx.$count(deals, eq(deals.id, id)));
  if (merge && isGone && isStaff(viewer)) throw conflict(await describeAbsence(tx, id));
  const winner = await getDealForUpdate(tx, viewer, id);
  if (!merge) throw notFound('Merge not found');
  if (!canManageDeal(viewer, winner))
    throw forbidden('Only the owner, managers and admins may split a deal.');
  if (merge.splitAt) throw conflict('These deals have already been split.');
  if (!isSplittable(merge))
    throw conflict(`Deals can only be split for ${MAX_SPLIT_DAYS} days after the merge.`);
  if (!(await tx.$count(trash, eq(trash.id, merge.trashId)))) throw conflict(DEAL_DELETED);
  return { winner, merge };
}

/** Says why a merge cannot be split whose winner is no longer there. */
async function describeAbsence(tx: Db, id: number): Promise<string> {
  const isLaterMerge = and(eq(merges.loserId, id), isNull(merges.splitAt));
  const [later] = await tx.select().from(merges).where(isLaterMerge);
  if (!later) return DEAL_DELETED;
  return `${later.loserName} has been merged into ${later.winnerName} since. Split those deals first.`;
}

async function restoreLoser({ tx, viewer, merge, operation }: SplitContext): Promise<void> {
  const fields: FieldChanges = { mergedInto: [merge.winnerName, null] };
  const entry = await getTrashEntry(tx, merge.trashId);
  await restoreEntry(tx, viewer, entry, { ...operation, fields });
}

async function splitEvaluation(context: SplitContext): Promise<MergedDataChanges> {
  const { tx, viewer, winner, merge, otherMerges, operation } = context;
  const previous = merge.mergedData.evaluation;
  if (previous === undefined) return new Map();
  const isOne = inArray(evaluations.dealId, [winner.id, merge.loserId]);
  const rows = await tx.select().from(evaluations).where(isOne);
  const current = rows.find(({ dealId }) => dealId === winner.id);
  const mergedAt = rows.find(({ dealId }) => dealId !== winner.id)!.updatedAt.getTime();
  if (current?.updatedAt.getTime() === mergedAt)
    await replaceEvaluation(
      tx,
      viewer,
      { deal: winner, before: current, after: previous && deserializeEvaluation(previous) },
      operation,
    );
  const next = otherMerges.find(
    (candidate) => candidate.mergedData.evaluation?.updatedAt === mergedAt,
  );
  return new Map(next ? [[next.id, { evaluation: previous }]] : []);
}

/**
 * Removes the loser's people from the winner unless they were added again since, and people removed
 * from the winner since from the loser.
 */
async function splitCollaborators({
  tx,
  winner,
  merge,
  otherMerges,
}: SplitContext): Promise<MergedDataChanges> {
  const { dealId, userId } = collaborators;
  const present = await tx.select().from(collaborators).where(eq(dealId, winner.id));
  const { owner, members: added } = merge.mergedData;
  const presentIds = [winner.userId, owner, ...present.map((person) => person.userId)];
  const isRemoved = and(eq(dealId, merge.loserId), notInArray(userId, presentIds));
  await tx.delete(collaborators).where(isRemoved);
  const stayed = added.filter((person) =>
    present.some((now) => now.userId === person.userId && now.since.getTime() === person.since),
  );
  const membersByMerge = new Map<number, MergedData['members']>();
  const leaving: string[] = [];
  for (const person of stayed) {
    // An earlier merge added them before, and somebody has removed them since.
    const otherMerge = otherMerges.find(
      ({ id, mergedData: { people } }) => id > merge.id && people.includes(person.userId),
    );
    if (otherMerge) {
      const members = membersByMerge.get(otherMerge.id) ?? otherMerge.mergedData.members;
      membersByMerge.set(otherMerge.id, [...members, person]);
    } else leaving.push(person.userId);
  }
  await tx.delete(collaborators).where(and(eq(dealId, winner.id), inArray(userId, leaving)));
  return new Map([...membersByMerge].map(([id, members]) => [id, { members }]));
}

/**
 * Returns unchanged fields to their previous values; a field that a later merge changed is left to
 * the split of that merge.
 */
async function splitFields({
  tx,
  viewer,
  winner,
  merge,
  otherMerges,
  operation,
}: SplitContext): Promise<MergedDataChanges> {
  const { operationId, mergedData } = merge;
  const [first] = await listOperationEvents(tx, operationId, [winner.id]);
  const later = await listLaterEffectiveEvents(tx, operationId, [winner.id], first?.id ?? 0);
  const laterEdits = later.filter(({ subject }) => subject === 'pipeline');
  const isChangedSince = (name: string) => laterEdits.some((event) => hasChangedField(event, name));
  const fieldsByMerge = new Map<number, FieldChanges>();
  const previous: Record<string, FieldValue> = {};
  for (const [name, [from, to]] of Object.entries(mergedData.fields)) {
    if (!isChangedSince(name)) previous[name] = from;
    const next = findNextMerge(merge, otherMerges, name);
    if (!next) continue;
    const change = next.mergedData.fields[name];
    const fields = fieldsByMerge.get(next.id) ?? next.mergedData.fields;
    fieldsByMerge.set(next.id, { ...fields, [name]: [from, change ? change[1] : to] });
  }
  await applyDealEdits(tx, viewer, [{ before: winner, ...toDealEdit(previous) }], operation);
  return new Map([...fieldsByMerge].map(([id, fields]) => [id, { fields }]));
}

/** Finds the later merge that replaced the value of this one in a field, or in a linked one. */
function findNextMerge(merge: Merge, otherMerges: Merge[], name: string): Merge | undefined {
  const names = listLinkedFields(name);
  const replaced = merge.mergedData.fields;
  return otherMerges.find(({ id, mergedData: { fields } }) => {
    const isReplaced = names.some((linked) => fields[linked]);
    const isNext = names.every(
      (linked) =>
        !fields[linked] || !replaced[linked] || isSameValue(fields[linked][0], replaced[linked][1]),
    );
    return id > merge.id && isReplaced && isNext;
  });
}
