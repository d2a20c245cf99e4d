import { and, eq, inArray } from 'drizzle-orm';
import { db } from '#db/client';
import {
  type Deal,
  deals,
  evaluations,
  type FieldValue,
  lower,
  transfers,
  users,
} from '#db/schema';
import { applyDealEdits, type DealEdit } from '~/domain/deal/apply-edits.server';
import { toDealEdit } from '~/domain/deal/edit.server';
import { deleteOwnNotes } from '~/domain/note/delete.server';
import { transferMatchingDeals } from '~/domain/operations/transfer-deals.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { revertStagePosition } from '~/domain/stage/position';
import { queryStages, type Stages } from '~/domain/stage/stages.server';
import type { NewOwner } from '~/domain/user/new-owner.server';
import { visibleTo } from '~/domain/visibility.server';
import type { UndoContext } from './context.server';
import type { HistoryEventSummary } from './events.server';
import { findAddedNotes, listOperationEvents, type OperationDeal } from './operation-events.server';
import { type ChangedDeal, getPreviousValues } from './previous-values.server';
import { revertDealRows } from './revert-deal-rows.server';
import { revertEvaluations } from './revert-evaluations.server';

export async function revertChangedDeals(
  context: UndoContext,
  changed: OperationDeal[],
  laterEvents: HistoryEventSummary[],
): Promise<void> {
  const { tx, viewer, undo } = context;
  const changedDeals = await listChangedDeals(context, changed, laterEvents);
  const dealsByOwner = new Map<string, number[]>();
  for (const item of changedDeals) {
    const owner = await findPreviousOwner(context, item);
    if (owner) dealsByOwner.set(owner, [...(dealsByOwner.get(owner) ?? []), item.deal.id]);
  }
  const stages = await queryStages(tx);
  const edits = changedDeals.flatMap((item) => buildDealEdit(item, stages));
  await deleteAddedNotes(context, changedDeals);
  for (const item of changedDeals) await revertDealRows(tx, viewer, item, undo);
  await revertEvaluations(context, changedDeals);
  await applyDealEdits(tx, viewer, edits, undo);
  for (const [email, ids] of dealsByOwner)
    await transferBack(context, context.owners.get(email)!, ids);
}

async function listChangedDeals(
  { tx, stageDeals, viewer, undoneOperationId }: UndoContext,
  operationDeals: OperationDeal[],
  laterEvents: HistoryEventSummary[],
): Promise<ChangedDeal[]> {
  const ids = operationDeals.map(({ id }) => id);
  stageDeals?.(ids);
  const events = await listOperationEvents(db, undoneOperationId, ids);
  const rows = await tx
    .select({ deal: deals, evaluation: evaluations })
    .from(deals)
    .leftJoin(evaluations, eq(evaluations.dealId, deals.id))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return rows.map(({ deal, evaluation }) => ({
    deal,
    evaluation: evaluation ?? undefined,
    events: events.filter(({ subjectId }) => subjectId === String(deal.id)),
    laterEvents: laterEvents.filter((event) => event.deal === deal.id),
  }));
}

/** Leaves out a stage that was retired without a replacement: the deal stays where it is. */
function buildDealEdit(changedDeal: ChangedDeal, stages: Stages): DealEdit[] {
  const values = getPreviousValues(changedDeal, 'pipeline');
  if (typeof values.stageId === 'number' && !stages.hasCurrent(values.stageId)) {
    delete values.stageId;
    delete values.stage;
  }
  const stagePosition = getPreviousStagePosition(changedDeal.deal, values);
  const edit = toDealEdit(values);
  return Object.keys(edit.changes).length || stagePosition
    ? [{ before: changedDeal.deal, ...edit, stagePosition }]
    : [];
}

function getPreviousStagePosition(
  deal: Deal,
  values: Record<string, FieldValue>,
): DealEdit['stagePosition'] {
  const { stageId, stageSince, lookAgainOn = deal.lookAgainOn } = values;
  if (typeof stageId !== 'number') return undefined;
  const again = lookAgainOn as string | null;
  const previous = { stageId, stageSince: new Date(stageSince as number), lookAgainOn: again };
  return revertStagePosition(deal, previous);
}

async function findPreviousOwner(
  context: UndoContext,
  changed: ChangedDeal,
): Promise<string | undefined> {
  const { tx, owners } = context;
  const { owner } = getPreviousValues(changed, 'pipeline');
  if (typeof owner !== 'string') return undefined;
  if (!owners.has(owner)) {
    const { id, email, firstName, lastName } = users;
    const [user] = await tx
      .select({ id, email, firstName, lastName })
      .from(users)
      .where(and(eq(lower(email), owner.toLowerCase()), canSignIn));
    owners.set(owner, user);
  }
  return owners.get(owner) && owner;
}

async function transferBack(
  { tx, viewer, options, undo }: UndoContext,
  owner: NewOwner,
  ids: number[],
): Promise<void> {
  const condition = inArray(deals.id, ids);
  await transferMatchingDeals(tx, viewer, { newOwner: owner, condition, operation: undo });
  if (!options.notifiesOwners) await tx.delete(transfers).where(inArray(transfers.dealId, ids));
}

async function deleteAddedNotes(
  { tx, viewer, undo }: UndoContext,
  changed: ChangedDeal[],
): Promise<void> {
  const events = changed.flatMap((item) => item.events);
  const added = (await findAddedNotes(tx, events)).filter(({ editedAt }) => !editedAt);
  await deleteOwnNotes(
    tx,
    viewer,
    added.map(({ id }) => id),
    undo,
  );
}
