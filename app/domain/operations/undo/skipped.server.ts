import { and, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { deals } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { visibleTo } from '~/domain/visibility.server';
import { type HistoryEventSummary, listLaterEvents, listOperationEvents } from './events.server';
import {
  findAddedNotes,
  findDealsDeletedByUndo,
  iterateOperationDeals,
} from './operation-changes.server';
import { findRemainingChanges, formatSkipReason } from './remaining-changes.server';

interface SkippedDeal {
  id: number;
  companyName: string;
  why: string;
  isGone: boolean;
}

export interface SkippedDeals {
  deals: SkippedDeal[];
  /** Number of other deals; deleted and invisible ones are not told apart. */
  unseen: number;
}

export async function listSkippedDeals(
  tx: Db,
  viewer: Viewer,
  operationId: string,
  undoneAt: Date,
): Promise<SkippedDeals> {
  const skippedDeals: SkippedDeal[] = [];
  let unseen = 0;
  const { labels } = await createCustomFieldFormatter([], tx);
  for await (const deals of iterateOperationDeals(tx, operationId)) {
    const deletedIds = await findDealsDeletedByUndo(tx, operationId, deals);
    const ids = deals.flatMap(({ id }) => (deletedIds.has(id) ? [] : [id]));
    if (!ids.length) continue;
    const events = await listOperationEvents(tx, operationId, ids);
    const dealsWithNotes = new Set((await findAddedNotes(tx, events)).map((note) => note.dealId));
    const remaining = ids.flatMap(
      (id) => findRemainingChanges(events, id, dealsWithNotes.has(id)) ?? [],
    );
    if (!remaining.length) continue;
    const remainingIds = remaining.map(({ id }) => id);
    const since = (await listLaterEvents(tx, operationId, remainingIds, events[0]!.id)).filter(
      ({ at }) => at <= undoneAt,
    );
    const visible = await findVisibleIds(tx, viewer, remainingIds);
    for (const deal of remaining) {
      const later = since.filter((event) => event.deal === deal.id);
      const lastDeletion = later.findLast(isDeletionOrRestore);
      const isDeleted = lastDeletion?.kind === 'deleted';
      if (isDeleted && deal.isNew) continue;
      const isSeen = isDeleted
        ? isStaff(viewer) || lastDeletion.actorId === viewer.id
        : visible.has(deal.id);
      if (!isSeen) unseen++;
      else {
        const why = isDeleted
          ? `Deleted since by ${lastDeletion.by}.`
          : formatSkipReason(deal, later, labels);
        const { id, companyName } = deal;
        skippedDeals.push({ id, companyName, why, isGone: isDeleted });
      }
    }
  }
  skippedDeals.sort((a, b) => a.companyName.localeCompare(b.companyName, 'en') || a.id - b.id);
  return { deals: skippedDeals, unseen };
}

async function findVisibleIds(tx: Db, viewer: Viewer, ids: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: deals.id })
    .from(deals)
    .where(and(inArray(deals.id, ids), visibleTo(viewer)));
  return new Set(rows.map(({ id }) => id));
}

function isDeletionOrRestore({ subject, kind }: HistoryEventSummary): boolean {
  return subject === 'pipeline' && ['deleted', 'restored'].includes(kind);
}
