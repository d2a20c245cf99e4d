import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import {
  collaborators,
  type Deal,
  type FieldChanges,
  type MergedData,
  merges,
  users,
} from '#db/schema';
import { getTransactionId, transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { changeCollaborators } from '~/domain/collaborator/change.server';
import { queryCustomFields } from '~/domain/custom-field/list.server';
import { applyDealEdits } from '~/domain/deal/apply-edits.server';
import { toDealEdit } from '~/domain/deal/edit.server';
import { getManagedDealForUpdate } from '~/domain/deal/get.server';
import { dealEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { moveDealsToTrash } from '~/domain/operations/trash/move-to-trash.server';
import { listOperationEvents } from '~/domain/operations/undo/operation-events.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { invalid, outdated } from '~/errors';
import type { DealPair } from './deal-pair';
import { mergeEvaluation } from './evaluation.server';
import {
  assertValidChoices,
  getChosenSide,
  isMeeting,
  listMergeChoices,
} from './field-choices.server';
import { formatMovedRows, moveRelatedRows } from './related-rows.server';
import type { MergeInput } from './schema';

type PairVersions = [winner: number, loser: number];

interface MergeResult {
  id: number;
  operationId: string;
  loser: string;
}

/**
 * Merges another deal into this one, which keeps its owner and stage; the other goes to the trash.
 * Throws 404, 403 unless the viewer manages both, 400 for `otherId` and `fields.KEY`, and 412 for
 * outdated `versions`.
 */
export async function mergeDeals(
  viewer: Viewer,
  id: number,
  { otherId, fields = {} }: MergeInput,
  versions?: PairVersions,
): Promise<MergeResult> {
  if (otherId === id) throw invalid([{ path: 'otherId', message: 'Please choose another deal' }]);
  return transaction(async (tx) => {
    const winner = await getManagedDealForUpdate(tx, viewer, id, MUST_MANAGE_BOTH);
    const loser = await getManagedDealForUpdate(tx, viewer, otherId, MUST_MANAGE_BOTH);
    if (versions && (versions[0] !== winner.version || versions[1] !== loser.version))
      throw outdated('Someone else has changed one of these deals in the meantime.');
    assertValidChoices(fields, await queryCustomFields(tx));
    const operation: Required<Operation> = {
      at: new Date(),
      operationId: getTransactionId(),
    };
    const context = { tx, viewer, winner, loser, choices: fields, operation };
    const { winnerName, mergedData } = await mergeIntoWinner(context);
    const mergeChanges: FieldChanges = { mergedInto: [null, winnerName] };
    const [trashId] = await moveDealsToTrash(tx, viewer, [loser], {
      ...operation,
      fields: mergeChanges,
    });
    const names = { winnerName, loserName: loser.companyName };
    const ids = {
      winnerId: id,
      loserId: otherId,
      trashId: trashId!,
      operationId: operation.operationId,
    };
    const [merge] = await tx
      .insert(merges)
      .values({ ...ids, ...names, mergedAt: operation.at, mergedData })
      .returning({ id: merges.id });
    return { id: merge!.id, operationId: operation.operationId, loser: loser.companyName };
  });
}

interface MergeContext {
  tx: Db;
  viewer: Viewer;
  winner: Deal;
  loser: Deal;
  choices: NonNullable<MergeInput['fields']>;
  operation: Required<Operation>;
}

async function mergeIntoWinner(
  context: MergeContext,
): Promise<{ winnerName: string; mergedData: MergedData }> {
  const { tx, viewer, winner, loser, operation } = context;
  const evaluation = await mergeEvaluation(tx, viewer, [winner, loser], operation);
  const rows = await moveRelatedRows(tx, loser.id, winner.id);
  const { value: merged, getCollaboratorChanges } = await changeCollaborators(tx, [winner.id], () =>
    mergeCollaborators(tx, [winner, loser], operation.at),
  );
  const winnerName = await mergeFields(context);
  const events = await listOperationEvents(tx, operation.operationId, [winner.id]);
  const changed = events.find(({ subject }) => subject === 'pipeline');
  const counts = Object.entries(rows).map(([table, ids]) => [table, ids.length] as const);
  const mergeChanges: FieldChanges = {
    mergedWith: [null, loser.companyName],
    ...(counts.length && { brought: [null, formatMovedRows(Object.fromEntries(counts))] }),
    ...getCollaboratorChanges(winner.id),
  };
  await recordHistory(tx, viewer, [dealEvent(winner, 'changed', mergeChanges)], operation);
  const owner = winner.userId;
  const mergedData = {
    fields: changed?.fields ?? {},
    rows,
    evaluation,
    owner,
    people: merged.loserUserIds,
    members: merged.addedCollaborators,
  };
  return { winnerName, mergedData };
}

export const MUST_MANAGE_BOTH = 'Only staff and the owner of both deals may merge them.';

async function mergeFields(context: MergeContext): Promise<string> {
  const { tx, viewer, winner, loser, choices, operation } = context;
  const options = await listMergeChoices(winner, loser, tx);
  const fromLoser = options.filter((option) => getChosenSide(option, choices) === 'other');
  const differing = fromLoser.filter(({ differs }) => differs).flatMap(({ pairs }) => pairs);
  const { changes } = toDealEdit(
    Object.fromEntries(differing.map(({ name, values }) => [name, values.other])),
  );
  const isMeetingFromLoser = fromLoser.some(({ pairs }) => isMeeting(pairs));
  const nextMeetingSetAt = isMeetingFromLoser ? loser.nextMeetingSetAt : undefined;
  await applyDealEdits(tx, viewer, [{ before: winner, changes, nextMeetingSetAt }], operation);
  return changes.companyName ?? winner.companyName;
}

interface MergedCollaborators {
  /** Everybody who had the loser: its collaborators, and its owner if they can sign in. */
  loserUserIds: MergedData['people'];
  /** Collaborators who were not on the winner before. */
  addedCollaborators: MergedData['members'];
}

/** Adds the loser's collaborators and its owner, if they can sign in, to the winner (rule 2.15). */
async function mergeCollaborators(
  tx: Db,
  [winner, loser]: DealPair,
  now: Date,
): Promise<MergedCollaborators> {
  const isOne = inArray(collaborators.dealId, [winner.id, loser.id]);
  const rows = await tx.select().from(collaborators).where(isOne);
  const onWinner = rows.filter(({ dealId }) => dealId === winner.id);
  const presentIds = [winner.userId, ...onWinner.map(({ userId }) => userId)];
  const onLoser = rows.filter(({ dealId }) => dealId === loser.id);
  const canOwnerSignIn = await tx.$count(users, and(eq(users.id, loser.userId), canSignIn));
  const fromLoser = [...onLoser, ...(canOwnerSignIn ? [{ userId: loser.userId, since: now }] : [])];
  const added = fromLoser.filter(({ userId }) => !presentIds.includes(userId));
  if (added.length)
    await tx
      .insert(collaborators)
      .values(added.map(({ userId, since }) => ({ userId, since, dealId: winner.id })));
  return {
    loserUserIds: fromLoser.map(({ userId }) => userId),
    addedCollaborators: added.map(({ userId, since }) => ({ userId, since: since.getTime() })),
  };
}
