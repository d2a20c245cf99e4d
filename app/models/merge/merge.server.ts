import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  type Brought,
  type ChangedFields,
  type Evaluation,
  evaluations,
  members,
  merges,
  type Pipeline,
  type StoredEvaluation,
  users,
} from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import { type Viewer } from '~/models/access';
import { EVALUATION_FIELDS } from '~/models/evaluation/criteria';
import { readFields } from '~/models/field/fields.server';
import { differences } from '~/models/history/field-value';
import {
  evaluationEntry,
  pipelineEntry,
  writeHistory,
  type Written,
} from '~/models/history/write.server';
import { changeMembers } from '~/models/member/store.server';
import { editTo } from '~/models/pipeline/edit.server';
import { changePipelines } from '~/models/pipeline/store.server';
import { lockInCharge } from '~/models/pipeline/write.server';
import { discardPipelines } from '~/models/trash/delete.server';
import { actChanges } from '~/models/undo/acted.server';
import { maySignIn } from '~/models/user/session.server';
import { invalid, outdated } from '~/refusal';
import { checkChoices, fieldPairs } from './choose.server';
import { broughtText, moveRows } from './parts.server';
import type { MergeInput } from './schema';

/** Two deals of one company become one (rules 23.15 to 23.19). */

type Both = [winner: Pipeline, loser: Pipeline];
/** The versions of both deals that the page showed. */
type Versions = [winner: number, loser: number];

interface Merged {
  id: number;
  /** What an undo splits again. */
  actId: string;
  loser: string;
}

/**
 * Merges another deal into this one, which keeps its owner and stage; the other goes to the trash.
 * Throws 404 unless the viewer sees both, 403 unless they are in charge of both, 400 for `otherId`
 * and `fields.KEY`, and 412 if one of these `versions` is outdated.
 */
export async function mergeDeals(
  viewer: Viewer,
  id: number,
  { otherId, fields = {} }: MergeInput,
  versions?: Versions,
): Promise<Merged> {
  if (otherId === id) throw invalid([{ path: 'otherId', message: 'Please choose another deal' }]);
  return transaction(async (tx) => {
    const winner = await lockInCharge(tx, viewer, id, NOT_BOTH);
    const loser = await lockInCharge(tx, viewer, otherId, NOT_BOTH);
    if (versions && (versions[0] !== winner.version || versions[1] !== loser.version))
      throw outdated('Someone else has changed one of these deals in the meantime.');
    checkChoices(fields, await readFields(tx));
    const written = { at: new Date(), actId: transactionId() };
    const { winnerName, brought } = await bring(tx, viewer, [winner, loser], fields, written);
    const mention: ChangedFields = { mergedInto: [null, winnerName] };
    const [trashId] = await discardPipelines(tx, viewer, [loser], { ...written, fields: mention });
    const names = { winnerName, loserName: loser.companyName };
    const ids = { winnerId: id, loserId: otherId, trashId: trashId!, actId: written.actId };
    const [merge] = await tx
      .insert(merges)
      .values({ ...ids, ...names, mergedAt: written.at, brought })
      .returning({ id: merges.id });
    return { id: merge!.id, actId: written.actId, loser: loser.companyName };
  });
}

/** What comes along to the winner, with its history and its name after that. */
async function bring(
  tx: Db,
  viewer: Viewer,
  [winner, loser]: Both,
  chosen: NonNullable<MergeInput['fields']>,
  written: Required<Written>,
): Promise<{ winnerName: string; brought: Brought }> {
  const evaluation = await takeEvaluation(tx, viewer, [winner, loser], written);
  const rows = await moveRows(tx, loser.id, winner.id);
  const { value: people, memberChanges } = await changeMembers(tx, [winner.id], () =>
    bringMembers(tx, [winner, loser], written.at),
  );
  const winnerName = await takeFields(tx, viewer, [winner, loser], chosen, written);
  const changes = await actChanges(tx, written.actId, [winner.id]);
  const changed = changes.find(({ subject }) => subject === 'pipeline');
  const counts = Object.entries(rows).map(([table, ids]) => [table, ids.length] as const);
  const mention: ChangedFields = {
    mergedWith: [null, loser.companyName],
    ...(counts.length && { brought: [null, broughtText(Object.fromEntries(counts))] }),
    ...memberChanges(winner.id),
  };
  await writeHistory(tx, viewer, [pipelineEntry(winner, 'changed', mention)], written);
  const owner = winner.userId;
  const brought = { fields: changed?.fields ?? {}, rows, evaluation, owner, ...people };
  return { winnerName, brought };
}

export const NOT_BOTH = 'Only staff and the owner of both deals may merge them.';

/** Gives the winner what was chosen. Returns its name. */
async function takeFields(
  tx: Db,
  viewer: Viewer,
  [winner, loser]: Both,
  chosen: NonNullable<MergeInput['fields']>,
  written: Written,
): Promise<string> {
  const pairs = await fieldPairs(tx, winner, loser);
  const chosenPairs = pairs.filter(({ key, preset }) => (chosen[key] ?? preset) === 'other');
  const differing = chosenPairs.filter(({ differs }) => differs);
  const { changes } = editTo(
    Object.fromEntries(differing.map(({ name, values }) => [name, values.other])),
  );
  const isMeeting = chosenPairs.some(({ name }) => name === 'nextMeetingDate');
  const nextMeetingSetAt = isMeeting ? loser.nextMeetingSetAt : undefined;
  await changePipelines(tx, viewer, [{ before: winner, changes, nextMeetingSetAt }], written);
  return changes.companyName ?? winner.companyName;
}

/**
 * Of two evaluations the winner gets the one that was saved last. Returns what it had instead;
 * undefined if it keeps its own.
 */
async function takeEvaluation(
  tx: Db,
  viewer: Viewer,
  [winner, loser]: Both,
  written: Written,
): Promise<Brought['evaluation']> {
  const isOne = inArray(evaluations.pipelineId, [winner.id, loser.id]);
  const rows = await tx.select().from(evaluations).where(isOne);
  const winnerEvaluation = rows.find(({ pipelineId }) => pipelineId === winner.id);
  const loserEvaluation = rows.find(({ pipelineId }) => pipelineId === loser.id);
  if (
    !loserEvaluation ||
    (winnerEvaluation && winnerEvaluation.updatedAt >= loserEvaluation.updatedAt)
  )
    return undefined;
  const moved = { ...loserEvaluation, pipelineId: winner.id };
  await putEvaluation(tx, viewer, winner, [winnerEvaluation, moved], written);
  return winnerEvaluation ? storedEvaluation(winnerEvaluation) : null;
}

/** Replaces a deal's evaluation, with its history; null is none. */
export async function putEvaluation(
  tx: Db,
  viewer: Viewer,
  deal: Pick<Pipeline, 'id' | 'companyName'>,
  [before, after]: [before: Evaluation | undefined, after: Evaluation | null],
  written: Written,
): Promise<void> {
  await tx.delete(evaluations).where(eq(evaluations.pipelineId, deal.id));
  if (after) await tx.insert(evaluations).values(after);
  const fields = differences(EVALUATION_FIELDS, before ?? {}, after ?? {});
  const act = !before ? 'created' : after ? 'changed' : 'deleted';
  if (Object.keys(fields).length)
    await writeHistory(tx, viewer, [evaluationEntry(deal, act, fields)], written);
}

function storedEvaluation(evaluation: Evaluation): StoredEvaluation {
  const { createdAt, updatedAt } = evaluation;
  return { ...evaluation, createdAt: createdAt.getTime(), updatedAt: updatedAt.getTime() };
}

/**
 * The loser's owner and colleagues become colleagues on the winner: those who are not on it yet, and
 * can log in (rule 2.15).
 */
async function bringMembers(
  tx: Db,
  [winner, loser]: Both,
  now: Date,
): Promise<Pick<Brought, 'people' | 'members'>> {
  const isOne = inArray(members.pipelineId, [winner.id, loser.id]);
  const rows = await tx.select().from(members).where(isOne);
  const onWinner = rows.filter(({ pipelineId }) => pipelineId === winner.id);
  const present = [winner.userId, ...onWinner.map(({ userId }) => userId)];
  const onLoser = rows.filter(({ pipelineId }) => pipelineId === loser.id);
  const mayLogIn = await tx.$count(users, and(eq(users.id, loser.userId), maySignIn));
  const people = [...onLoser, ...(mayLogIn ? [{ userId: loser.userId, since: now }] : [])];
  const added = people.filter(({ userId }) => !present.includes(userId));
  if (added.length)
    await tx
      .insert(members)
      .values(added.map(({ userId, since }) => ({ userId, since, pipelineId: winner.id })));
  return {
    people: people.map(({ userId }) => userId),
    members: added.map(({ userId, since }) => ({ userId, since: since.getTime() })),
  };
}
