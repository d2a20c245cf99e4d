import { and, inArray } from 'drizzle-orm';
import { iterateChunks } from '#db/chunks';
import { db } from '#db/client';
import { deals } from '#db/schema';
import { moveDealsToTrash } from '~/domain/operations/trash/move-to-trash.server';
import { restoreDealsForUndo, type RestoreResult } from '~/domain/operations/trash/restore.server';
import { manageableBy } from '~/domain/visibility.server';
import type { UndoContext } from './context.server';
import { listLaterEffectiveEvents } from './events.server';
import type { OperationDeal } from './operation-events.server';
import { revertChangedDeals } from './revert-changed-deals.server';

/** Returns what became of the deals that the operation had deleted. */
export async function revertDeals(
  context: UndoContext,
  operationDeals: OperationDeal[],
): Promise<RestoreResult> {
  const ids = operationDeals.map(({ id }) => id);
  const firstEventId = Math.min(...operationDeals.map((deal) => deal.firstEventId));
  const laterEvents = await listLaterEffectiveEvents(
    db,
    context.undoneOperationId,
    ids,
    firstEventId,
  );
  const changedLater = new Set(laterEvents.map(({ deal }) => deal));
  const created = operationDeals.filter(({ id, isNew }) => isNew && !changedLater.has(id));
  for await (const chunk of iterateChunks(created)) await deleteCreatedDeals(context, chunk);
  const isAcceptance = context.inboxEvents.some(({ fields }) => fields.state?.[1] === 'accepted');
  // An item whose deal has changed since stays accepted, and so does what came with it (rule 29.6).
  const stays = ({ id }: OperationDeal) => isAcceptance && changedLater.has(id);
  const changed = operationDeals.filter((deal) => !deal.isNew && !deal.isDeleted && !stays(deal));
  for await (const chunk of iterateChunks(changed))
    await revertChangedDeals(context, chunk, laterEvents);
  const deleted = operationDeals.filter(({ isDeleted }) => isDeleted);
  return restoreOperationDeals(context, deleted);
}

async function deleteCreatedDeals(context: UndoContext, created: OperationDeal[]): Promise<void> {
  const { tx, stageDeals, viewer, undo } = context;
  const ids = created.map(({ id }) => id);
  stageDeals?.(ids);
  const createdDeals = await tx
    .select()
    .from(deals)
    .where(and(inArray(deals.id, ids), manageableBy(viewer)));
  await moveDealsToTrash(tx, viewer, createdDeals, undo);
}

const NOT_IN_TRASH = 'no longer in the trash';

async function restoreOperationDeals(
  { tx, viewer, undo }: UndoContext,
  deleted: OperationDeal[],
): Promise<RestoreResult> {
  if (!deleted.length) return { restored: [], skipReasons: [] };
  const dealIds = deleted.map(({ id }) => id);
  const deletedAt = deleted[0]!.at;
  const { restored, skipReasons } = await restoreDealsForUndo(
    tx,
    viewer,
    { dealIds, deletedAt },
    undo,
  );
  const missing = dealIds.length - restored.length - skipReasons.length;
  return { restored, skipReasons: [...skipReasons, ...Array<string>(missing).fill(NOT_IN_TRASH)] };
}
