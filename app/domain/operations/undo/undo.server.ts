import { and, asc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { historyEvents } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { isUndoOperation, parseImportId, undoOperationId } from '~/domain/history/operation-id';
import { listInboxEvents } from '~/domain/inbox/events.server';
import { MAX_UNDO_MINUTES, type UndoResult } from '~/domain/operations/result';
import { conflict, notFound } from '~/errors';
import type { UndoContext, UndoDatabase, UndoOptions } from './context.server';
import { iterateOperationDeals } from './operation-events.server';
import { revertDeals } from './revert.server';
import { revertInboxItems } from './revert-inbox-items.server';
import { listSkippedDeals, type SkippedDeal, type SkippedDeals } from './skipped.server';

const MINUTE_MS = 60_000;

/**
 * Undoes an operation of the viewer, except fields that have changed since and deals that are no
 * longer visible. Throws 404 for operations of others and undone ones, and 409 after 10 minutes
 * unless it deleted.
 */
export async function undoOwnOperation(viewer: Viewer, operationId: string): Promise<UndoResult> {
  const outcome = await transaction(async (tx) => {
    await assertUndoable(viewer, operationId);
    return undoOperation({ tx }, viewer, operationId, { notifiesOwners: false });
  });
  const skipped = await listSkippedDeals(db, viewer, operationId, outcome.undoneAt);
  return {
    undone: countUndoneDeals(outcome.affectedDeals, skipped),
    changedSince: listChangedSince(skipped).map(({ companyName, why }) => ({ companyName, why })),
    gone: countGoneDeals(skipped),
    restored: outcome.restored,
    notRestored: outcome.notRestored,
    inboxItems: outcome.inboxItems || undefined,
  };
}

/** Affected deals minus those that are gone or entirely unchanged. */
function countUndoneDeals(affectedDeals: number, skipped: SkippedDeals): number {
  const unchanged = listChangedSince(skipped).filter(({ isPartlyReverted }) => !isPartlyReverted);
  return affectedDeals - countGoneDeals(skipped) - unchanged.length;
}

function listChangedSince({ deals }: SkippedDeals): SkippedDeal[] {
  return deals.filter(({ isGone }) => !isGone);
}

function countGoneDeals({ deals, invisible, alreadyDeleted }: SkippedDeals): number {
  return deals.filter(({ isGone }) => isGone).length + invisible + alreadyDeleted;
}

async function assertUndoable(viewer: Viewer, operationId: string): Promise<void> {
  const { at, kind, id } = historyEvents;
  const [first] = await db
    .select({ at, kind })
    .from(historyEvents)
    .where(and(eq(historyEvents.operationId, operationId), eq(historyEvents.actorId, viewer.id)))
    .orderBy(asc(id))
    .limit(1);
  // Imports are undone with their record, and undos not at all.
  const isNotUndoable =
    !first || parseImportId(operationId) !== undefined || isUndoOperation(operationId);
  if (isNotUndoable || (await isUndone(operationId)))
    throw notFound('This cannot be undone here: it was undone before, or is not yours.');
  if (first.kind !== 'deleted' && first.at.getTime() < Date.now() - MAX_UNDO_MINUTES * MINUTE_MS)
    throw conflict(`This can only be undone for ${MAX_UNDO_MINUTES} minutes.`);
}

async function isUndone(operationId: string): Promise<boolean> {
  return (
    (await db.$count(historyEvents, eq(historyEvents.operationId, undoOperationId(operationId)))) >
    0
  );
}

interface UndoOutcome {
  undoneAt: Date;
  /** Number of deals that the operation created or changed, including those that the undo skipped. */
  affectedDeals: number;
  restored: string[];
  /** Reasons why deleted deals stay in the trash. */
  notRestored: string[];
  inboxItems: number;
}

/**
 * Deletes what an operation created, restores what it deleted and reverts what it changed, by the
 * history only. The caller's transaction has checked that the viewer may undo it; invisible deals
 * stay.
 */
export async function undoOperation(
  database: UndoDatabase,
  viewer: Viewer,
  undoneOperationId: string,
  options: UndoOptions,
): Promise<UndoOutcome> {
  const undo = { at: new Date(), operationId: undoOperationId(undoneOperationId) };
  const owners: UndoContext['owners'] = new Map();
  const inboxEvents = await listInboxEvents(database.tx, undoneOperationId);
  const context: UndoContext = {
    ...database,
    viewer,
    undoneOperationId,
    options,
    undo,
    inboxEvents,
    owners,
  };
  let affectedDeals = 0;
  const restored: string[] = [];
  const notRestored: string[] = [];
  for await (const deals of iterateOperationDeals(db, undoneOperationId)) {
    const outcome = await revertDeals(context, deals);
    affectedDeals += deals.filter(({ isDeleted }) => !isDeleted).length;
    restored.push(...outcome.restored);
    notRestored.push(...outcome.skipReasons);
  }
  const inboxItems = await revertInboxItems(context);
  return { undoneAt: undo.at, affectedDeals, restored, notRestored, inboxItems };
}
