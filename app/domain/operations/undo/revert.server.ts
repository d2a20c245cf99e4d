import { and, eq, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import {
  type Deal,
  deals,
  type Evaluation,
  evaluations,
  type FieldValue,
  type HistoryEvent,
  lower,
  transfers,
  users,
} from '#db/schema';
import type { StagedDatabase } from '#db/staged-write';
import type { Viewer } from '~/domain/access';
import { applyDealEdits, type DealEdit } from '~/domain/deal/apply-edits.server';
import { toDealEdit } from '~/domain/deal/edit.server';
import { EVALUATION_FIELDS } from '~/domain/evaluation/criteria';
import type { EvaluationInput } from '~/domain/evaluation/schema';
import { type EvaluationEdit, upsertEvaluations } from '~/domain/evaluation/update.server';
import { diffFields } from '~/domain/history/field-value';
import { evaluationEvent, type Operation, recordHistory } from '~/domain/history/record.server';
import { deleteOwnNotes } from '~/domain/note/delete.server';
import { transferMatchingDeals } from '~/domain/operations/transfer-deals.server';
import { moveDealsToTrash } from '~/domain/operations/trash/move-to-trash.server';
import { restoreDealsForUndo, type RestoreResult } from '~/domain/operations/trash/restore.server';
import { canSignIn } from '~/domain/session/viewer.server';
import { revertStagePosition } from '~/domain/stage/position';
import type { NewOwner } from '~/domain/user/find-new-owner.server';
import { manageableBy, visibleTo } from '~/domain/visibility.server';
import {
  hasChangedField,
  type HistoryEventSummary,
  listLaterEffectiveEvents,
} from './events.server';
import {
  findAddedNotes,
  listOperationChanges,
  type OperationDeal,
} from './operation-changes.server';
import { revertDealRows } from './revert-deal-rows.server';

export interface UndoOptions {
  /** Left in place where somebody else made later changes: their fields, or the whole deal. */
  skips: 'fields' | 'deals';
  notifiesOwners: boolean;
}

export interface UndoContext extends Pick<StagedDatabase, 'tx' | 'copyDeals'> {
  viewer: Viewer;
  operationId: string;
  options: UndoOptions;
  operation: Required<Operation>;
  /** Caches previous owners by email; undefined for one who can no longer sign in. */
  owners: Map<string, NewOwner | undefined>;
}

interface ChangedDeal {
  deal: Deal;
  evaluation: Evaluation | undefined;
  changes: HistoryEvent[];
  later: HistoryEventSummary[];
}

/** Returns what became of the deals that the operation had deleted. */
export async function revertDeals(
  context: UndoContext,
  deals: OperationDeal[],
): Promise<RestoreResult> {
  const ids = deals.map(({ id }) => id);
  const since = Math.min(...deals.map((deal) => deal.since));
  const later = await listLaterEffectiveEvents(db, context.operationId, ids, since);
  const changedLater = new Set(later.map(({ deal }) => deal));
  const created = deals.filter(({ id, isNew }) => isNew && !changedLater.has(id));
  for await (const chunk of iterateChunks(created)) await deleteCreatedDeals(context, chunk);
  const changed = deals.filter(({ isNew, isDeleted }) => !isNew && !isDeleted);
  for await (const chunk of iterateChunks(changed)) await revertChangedDeals(context, chunk, later);
  const deleted = deals.filter(({ isDeleted }) => isDeleted);
  return restoreDeletedDeals(context, deleted);
}

async function deleteCreatedDeals(context: UndoContext, created: OperationDeal[]): Promise<void> {
  const { tx, copyDeals, viewer, operation } = context;
  const ids = created.map(({ id }) => id);
  copyDeals(ids);
  const createdDeals = await tx
    .select()
    .from(deals)
    .where(and(inArray(deals.id, ids), manageableBy(viewer)));
  await moveDealsToTrash(tx, viewer, createdDeals, operation);
}

const NOT_IN_TRASH = 'no longer in the trash';

async function restoreDeletedDeals(
  { tx, viewer, operation }: UndoContext,
  deleted: OperationDeal[],
): Promise<RestoreResult> {
  if (!deleted.length) return { restored: [], skipReasons: [] };
  const dealIds = deleted.map(({ id }) => id);
  const deletedAt = deleted[0]!.at;
  const { restored, skipReasons } = await restoreDealsForUndo(
    tx,
    viewer,
    { dealIds, deletedAt },
    operation,
  );
  const missing = dealIds.length - restored.length - skipReasons.length;
  return { restored, skipReasons: [...skipReasons, ...Array<string>(missing).fill(NOT_IN_TRASH)] };
}

async function revertChangedDeals(
  context: UndoContext,
  changed: OperationDeal[],
  later: HistoryEventSummary[],
): Promise<void> {
  const { tx, viewer, operation } = context;
  const changedDeals = await listChangedDeals(context, changed, later);
  const dealsByOwner = new Map<string, number[]>();
  for (const item of changedDeals) {
    const owner = await findPreviousOwner(context, item);
    if (owner) dealsByOwner.set(owner, [...(dealsByOwner.get(owner) ?? []), item.deal.id]);
  }
  const evaluated = changedDeals.map((item) => [item, buildEvaluationEdit(context, item)] as const);
  const evaluationEdits = evaluated.flatMap(([, edit]) => (edit && edit !== 'delete' ? edit : []));
  const unevaluated = evaluated.flatMap(([item, edit]) => (edit === 'delete' ? item : []));
  const edits = changedDeals.flatMap((item) => buildDealEdit(context, item));
  await deleteAddedNotes(context, changedDeals);
  for (const item of changedDeals) await revertDealRows(tx, viewer, item, operation);
  await upsertEvaluations(tx, viewer, evaluationEdits, operation);
  await deleteEvaluations(context, unevaluated);
  await applyDealEdits(tx, viewer, edits, operation);
  for (const [email, ids] of dealsByOwner)
    await transferBack(context, context.owners.get(email)!, ids);
}

async function listChangedDeals(
  { tx, copyDeals, viewer, operationId }: UndoContext,
  operationDeals: OperationDeal[],
  later: HistoryEventSummary[],
): Promise<ChangedDeal[]> {
  const ids = operationDeals.map(({ id }) => id);
  copyDeals(ids);
  const changes = await listOperationChanges(db, operationId, ids);
  const rows = await tx
    .select({ deal: deals, evaluation: evaluations })
    .from(deals)
    .leftJoin(evaluations, eq(evaluations.dealId, deals.id))
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return rows.map(({ deal, evaluation }) => ({
    deal,
    evaluation: evaluation ?? undefined,
    changes: changes.filter(({ subjectId }) => subjectId === String(deal.id)),
    later: later.filter((event) => event.deal === deal.id),
  }));
}

function getPreviousValues(
  { options }: UndoContext,
  { changes, later }: ChangedDeal,
  subject: HistoryEvent['subject'],
) {
  const isChanged = (field: string) =>
    later.some(
      (event) =>
        event.subject === subject &&
        (options.skips === 'deals' ? event.kind === 'changed' : hasChangedField(event, field)),
    );
  const values: Record<string, FieldValue> = {};
  for (const change of changes)
    for (const [field, [from]] of Object.entries(change.fields))
      if (change.subject === subject && !Object.hasOwn(values, field) && !isChanged(field))
        values[field] = from;
  return values;
}

function buildDealEdit(context: UndoContext, changedDeal: ChangedDeal): DealEdit[] {
  const values = getPreviousValues(context, changedDeal, 'pipeline');
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
  const { owner } = getPreviousValues(context, changed, 'pipeline');
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
  { tx, viewer, options, operation }: UndoContext,
  owner: NewOwner,
  ids: number[],
): Promise<void> {
  const condition = inArray(deals.id, ids);
  await transferMatchingDeals(tx, viewer, { newOwner: owner, condition, operation });
  if (!options.notifiesOwners) await tx.delete(transfers).where(inArray(transfers.dealId, ids));
}

function buildEvaluationEdit(
  context: UndoContext,
  changed: ChangedDeal,
): EvaluationEdit | 'delete' | undefined {
  const { deal, evaluation, changes, later } = changed;
  const evaluated = changes.filter(({ subject }) => subject === 'evaluation');
  if (!evaluation || !evaluated.length) return undefined;
  if (evaluated[0]!.kind === 'created')
    return later.some(({ subject }) => subject === 'evaluation') ? undefined : 'delete';
  const { overallScore: _, ...values } = getPreviousValues(context, changed, 'evaluation');
  if (!Object.keys(values).length) return undefined;
  return { deal, before: evaluation, changes: values as EvaluationInput };
}

async function deleteEvaluations(
  { tx, viewer, operation }: UndoContext,
  evaluated: ChangedDeal[],
): Promise<void> {
  const ids = evaluated.map(({ deal }) => deal.id);
  await tx.delete(evaluations).where(inArray(evaluations.dealId, ids));
  await tx.update(deals).set({ updatedAt: operation.at }).where(inArray(deals.id, ids));
  const entries = evaluated.map(({ deal, evaluation }) =>
    evaluationEvent(deal, 'deleted', diffFields(EVALUATION_FIELDS, evaluation!, {})),
  );
  await recordHistory(tx, viewer, entries, operation);
}

async function deleteAddedNotes(
  { tx, viewer, operation }: UndoContext,
  changed: ChangedDeal[],
): Promise<void> {
  const changes = changed.flatMap((item) => item.changes);
  const added = (await findAddedNotes(tx, changes)).filter(({ editedAt }) => !editedAt);
  await deleteOwnNotes(
    tx,
    viewer,
    added.map(({ id }) => id),
    operation,
  );
}
