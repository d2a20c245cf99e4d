import { and, eq, inArray, isNull, ne, notInArray } from 'drizzle-orm';
import { inChunksOfBytes } from '#db/chunks';
import { db, type Db } from '#db/client';
import {
  type ChangedFields,
  type Evaluation,
  evaluations,
  type FieldValue,
  members,
  type Merge,
  merges,
  octetLength,
  type Pipeline,
  pipelines,
  type StoredEvaluation,
  trash,
} from '#db/schema';
import { transaction } from '#db/transaction';
import { isInCharge, isStaff, type Viewer } from '~/models/access';
import { undoOf } from '~/models/history/act';
import { isSameValue } from '~/models/history/field-value';
import { pipelineEntry, writeHistory, type Written } from '~/models/history/write.server';
import { changeMembers } from '~/models/member/store.server';
import { editTo } from '~/models/pipeline/edit.server';
import { changePipelines } from '~/models/pipeline/store.server';
import { lockPipeline } from '~/models/pipeline/write.server';
import type { Undone } from '~/models/selection';
import { restoreEntry } from '~/models/trash/restore.server';
import { actChanges, hasTouched, standingTouches } from '~/models/undo/acted.server';
import { conflict, forbidden, notFound } from '~/refusal';
import { putEvaluation } from './merge.server';
import { isSplittable, SPLIT_DAYS } from '~/models/pipeline/merged.server';
import { moveBack } from './parts.server';

/** The parts of a split. `otherMerges` are the other merges into the same deal that still stand. */
interface Splitting {
  tx: Db;
  viewer: Viewer;
  winner: Pipeline;
  merge: Merge;
  otherMerges: Merge[];
  written: Required<Written>;
}

/**
 * Splits a merge: the loser comes back as it was, and so does the winner, but for what was changed
 * or added since (rule 23.18). Throws 404, 403 unless the viewer is in charge of the winner, and 409
 * if it was split already, after 30 days, or if one of both deals is gone.
 */
export async function splitMerge(viewer: Viewer, id: number, mergeId: number): Promise<Merge> {
  return transaction(async (tx) => {
    const { winner, merge } = await getSplittable(viewer, id, mergeId, tx);
    const written = { at: new Date(), actId: undoOf(merge.actId) };
    await tx.update(merges).set({ splitAt: written.at }).where(eq(merges.id, merge.id));
    const otherMerges = await readOtherMerges(tx, merge);
    const broughtBefore = otherMerges.map(({ brought }) => JSON.stringify(brought));
    const splitting = { tx, viewer, winner, merge, otherMerges, written };
    await bringLoserBack(splitting);
    await moveBack(tx, merge.brought.rows, id, merge.loserId);
    await returnEvaluation(splitting);
    const { memberChanges } = await changeMembers(tx, [id], () => returnMembers(splitting));
    await returnFields(splitting);
    for (const [n, { id, brought }] of otherMerges.entries())
      if (JSON.stringify(brought) !== broughtBefore[n])
        await tx.update(merges).set({ brought }).where(eq(merges.id, id));
    const mention: ChangedFields = {
      mergedWith: [merge.loserName, null],
      ...memberChanges(id),
    };
    await writeHistory(tx, viewer, [pipelineEntry(winner, 'changed', mention)], written);
    return merge;
  });
}

/** Read between two turns of the event loop. */
const MAX_CHUNK_BYTES = 1024 * 1024;

async function readOtherMerges(tx: Db, { id, winnerId }: Merge): Promise<Merge[]> {
  const isOther = and(eq(merges.winnerId, winnerId), isNull(merges.splitAt), ne(merges.id, id));
  const unread = await tx
    .select({ id: merges.id, bytes: octetLength(merges.brought) })
    .from(merges)
    .where(isOther)
    .orderBy(merges.id);
  const read: Merge[] = [];
  for await (const chunk of inChunksOfBytes(unread, MAX_CHUNK_BYTES)) {
    const isRead = inArray(
      merges.id,
      chunk.map((merge) => merge.id),
    );
    read.push(...(await tx.select().from(merges).where(isRead).orderBy(merges.id)));
  }
  return read;
}

/** The undo of a merge by its act; undefined for any other act. Throws as `splitMerge` does. */
export async function undoMerge(viewer: Viewer, actId: string): Promise<Undone | undefined> {
  const [merge] = await db.select().from(merges).where(eq(merges.actId, actId));
  if (!merge) return undefined;
  await splitMerge(viewer, merge.winnerId, merge.id);
  return { undone: 0, changedSince: 0, gone: 0, restored: [merge.loserName], refused: [] };
}

const GONE = 'One of these deals has been deleted since, so they can no longer be split.';

/** The merge and its winner. Throws as `splitMerge` does. */
export async function getSplittable(viewer: Viewer, id: number, mergeId: number, from: Db = db) {
  const isThisMerge = and(eq(merges.id, mergeId), eq(merges.winnerId, id));
  const [merge] = await from.select().from(merges).where(isThisMerge);
  const isGone = !(await from.$count(pipelines, eq(pipelines.id, id)));
  if (merge && isGone && isStaff(viewer)) throw conflict(GONE);
  const winner = await lockPipeline(from, viewer, id);
  if (!merge) throw notFound('Merge not found');
  if (!isInCharge(viewer, winner))
    throw forbidden('Only the owner, managers and admins may split a deal.');
  if (merge.splitAt) throw conflict('These deals have already been split.');
  if (!isSplittable(merge))
    throw conflict(`Deals can only be split for ${SPLIT_DAYS} days after the merge.`);
  if (!(await from.$count(trash, eq(trash.id, merge.trashId)))) throw conflict(GONE);
  return { winner, merge };
}

async function bringLoserBack({ tx, viewer, merge, written }: Splitting): Promise<void> {
  const fields: ChangedFields = { mergedInto: [merge.winnerName, null] };
  const isLoser = eq(trash.id, merge.trashId);
  await restoreEntry(tx, viewer, isLoser, { ...written, fields });
}

/** An evaluation that was saved since stays. */
async function returnEvaluation(splitting: Splitting): Promise<void> {
  const { tx, viewer, winner, merge, otherMerges, written } = splitting;
  const former = merge.brought.evaluation;
  if (former === undefined) return;
  const isOne = inArray(evaluations.pipelineId, [winner.id, merge.loserId]);
  const rows = await tx.select().from(evaluations).where(isOne);
  const current = rows.find(({ pipelineId }) => pipelineId === winner.id);
  const brought = rows.find(({ pipelineId }) => pipelineId !== winner.id)!.updatedAt.getTime();
  if (current?.updatedAt.getTime() === brought)
    await putEvaluation(tx, viewer, winner, [current, former && evaluationOf(former)], written);
  const next = otherMerges.find((candidate) => candidate.brought.evaluation?.updatedAt === brought);
  if (next) next.brought.evaluation = former;
}

function evaluationOf(stored: StoredEvaluation): Evaluation {
  const { createdAt, updatedAt } = stored;
  return { ...stored, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}

/**
 * The loser's people leave the winner, unless they were added again since. Who was removed from the
 * winner since is not on the loser either.
 */
async function returnMembers({ tx, winner, merge, otherMerges }: Splitting): Promise<void> {
  const { pipelineId, userId } = members;
  const present = await tx.select().from(members).where(eq(pipelineId, winner.id));
  const { owner, members: brought } = merge.brought;
  const on = [winner.userId, owner, ...present.map((member) => member.userId)];
  const isRemoved = and(eq(pipelineId, merge.loserId), notInArray(userId, on));
  await tx.delete(members).where(isRemoved);
  const stayed = brought.filter((member) =>
    present.some((now) => now.userId === member.userId && now.since.getTime() === member.since),
  );
  const leaving: string[] = [];
  for (const member of stayed) {
    // An earlier one has brought them before, and somebody has removed them since.
    const otherMerge = otherMerges.find(
      ({ id, brought: { people } }) => id > merge.id && people.includes(member.userId),
    );
    if (otherMerge) otherMerge.brought.members.push(member);
    else leaving.push(member.userId);
  }
  await tx.delete(members).where(and(eq(pipelineId, winner.id), inArray(userId, leaving)));
}

/** What nobody has changed since gets its former value; of what a later merge has changed, that one gives it back. */
async function returnFields({ tx, viewer, winner, merge, otherMerges, written }: Splitting) {
  const { actId, brought } = merge;
  const [first] = await actChanges(tx, actId, [winner.id]);
  const later = await standingTouches(tx, actId, [winner.id], first?.id ?? 0);
  const laterEdits = later.filter(({ subject }) => subject === 'pipeline');
  const isTouched = (name: string) => laterEdits.some((touch) => hasTouched(touch, name));
  const former: Record<string, FieldValue> = {};
  for (const [name, [from, to]] of Object.entries(brought.fields)) {
    if (!isTouched(name)) former[name] = from;
    const isNext = ({ id, brought: { fields } }: Merge) =>
      id > merge.id && fields[name] && isSameValue(fields[name][0], to);
    const next = otherMerges.find(isNext)?.brought.fields;
    if (next) next[name] = [from, next[name]![1]];
  }
  await changePipelines(tx, viewer, [{ before: winner, ...editTo(former) }], written);
}
