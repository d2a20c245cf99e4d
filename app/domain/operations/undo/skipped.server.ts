import { and, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { visibleTo } from '~/domain/visibility.server';
import {
  type HistoryEventSummary,
  listLaterEvents,
  listOperationAndUndoEvents,
} from './events.server';
import {
  findAddedNotes,
  findDealsDeletedByUndo,
  iterateOperationDeals,
  type OperationDeal,
} from './operation-events.server';
import {
  findRemainingChanges,
  formatSkipReason,
  type RemainingChanges,
} from './remaining-changes.server';

export interface SkippedDeal {
  id: number;
  companyName: string;
  why: string;
  /** True for a deleted deal; a merged one has a page at its winner. */
  isGone: boolean;
  isPartlyReverted: boolean;
}

export interface SkippedDeals {
  deals: SkippedDeal[];
  /** Number of other deals; deleted and invisible ones are not told apart. */
  invisible: number;
  /** Number of deals that the operation created and that had been deleted before its undo. */
  alreadyDeleted: number;
}

export async function listSkippedDeals(
  tx: Db,
  viewer: Viewer,
  operationId: string,
  undoneAt: Date,
): Promise<SkippedDeals> {
  const skippedDeals: SkippedDeal[] = [];
  let invisible = 0;
  let alreadyDeleted = 0;
  const { labels } = await createCustomFieldFormatter([], tx);
  for await (const operationDeals of iterateOperationDeals(tx, operationId)) {
    const remaining = await listRemainingDeals(tx, operationId, operationDeals, undoneAt);
    const visible = await findVisibleIds(
      tx,
      viewer,
      remaining.map(({ id }) => id),
    );
    for (const deal of remaining) {
      const { id, companyName, later } = deal;
      const deletion = findLastingDeletion(later);
      const isMerged = deletion?.fields?.includes('mergedInto') ?? false;
      if (deletion && deal.isNew && !isMerged) {
        alreadyDeleted++;
        continue;
      }
      const isVisible = deletion
        ? isStaff(viewer) || deletion.actorId === viewer.id
        : visible.has(id);
      if (!isVisible) {
        invisible++;
        continue;
      }
      const why = deletion
        ? `${isMerged ? 'Merged into another deal' : 'Deleted'} since by ${deletion.by}.`
        : formatSkipReason(deal, later, labels);
      const isGone = deletion !== undefined && !isMerged;
      skippedDeals.push({ id, companyName, why, isGone, isPartlyReverted: deal.isPartlyReverted });
    }
  }
  skippedDeals.sort((a, b) => a.companyName.localeCompare(b.companyName, 'en') || a.id - b.id);
  return { deals: skippedDeals, invisible, alreadyDeleted };
}

interface RemainingDeal extends RemainingChanges {
  /** Events after the operation and before its undo, of anybody. */
  later: HistoryEventSummary[];
}

async function listRemainingDeals(
  tx: Db,
  operationId: string,
  operationDeals: OperationDeal[],
  undoneAt: Date,
): Promise<RemainingDeal[]> {
  const deletedIds = await findDealsDeletedByUndo(tx, operationId, operationDeals);
  const ids = operationDeals.flatMap(({ id }) => (deletedIds.has(id) ? [] : [id]));
  if (!ids.length) return [];
  const events = await listOperationAndUndoEvents(tx, operationId, ids);
  const addedNotes = await findAddedNotes(tx, events);
  const dealsWithNotes = new Set(addedNotes.map(({ dealId }) => dealId));
  const remaining = ids.flatMap(
    (id) => findRemainingChanges(events, { id, hasAddedNote: dealsWithNotes.has(id) }) ?? [],
  );
  if (!remaining.length) return [];
  const remainingIds = remaining.map(({ id }) => id);
  const later = await listLaterEvents(tx, operationId, remainingIds, events[0]!.id);
  const beforeUndo = later.filter(({ at }) => at <= undoneAt);
  return remaining.map((changes) => ({
    ...changes,
    later: beforeUndo.filter(({ deal }) => deal === changes.id),
  }));
}

async function findVisibleIds(tx: Db, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  if (!ids.length) return new Set();
  const rows = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

/** Returns the deletion of a deal that has not been restored since. */
function findLastingDeletion(events: HistoryEventSummary[]): HistoryEventSummary | undefined {
  const last = events.findLast(
    ({ subject, kind }) => subject === 'pipeline' && ['deleted', 'restored'].includes(kind),
  );
  return last?.kind === 'deleted' ? last : undefined;
}
