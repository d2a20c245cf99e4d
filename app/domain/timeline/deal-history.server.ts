import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { db } from '#db/client';
import { type HistoryEvent, historyEvents } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { assertDealReadable } from '~/domain/deal/get.server';
import { listIdsWithMerged } from '~/domain/deal/merges.server';
import { DEAL_SUBJECTS } from '~/domain/history/operation-id';
import { getOptionLists } from '~/domain/option-list/list.server';
import type { Page } from '~/domain/pagination';
import { notFound } from '~/errors';
import { CHANGE_SIZE_COLUMNS, loadChanges, toShownChange } from './load-changes.server';

const aboutDeals = inArray(historyEvents.subject, DEAL_SUBJECTS);

export async function listDealHistory(
  viewer: Viewer,
  id: number,
  { limit, offset }: Page,
): Promise<HistoryEvent[]> {
  await assertDealReadable(viewer, id);
  const unread = await db
    .select(CHANGE_SIZE_COLUMNS)
    .from(historyEvents)
    .where(await isAboutDeal(id))
    .orderBy(desc(historyEvents.id))
    .limit(limit)
    .offset(offset);
  return loadChanges(unread);
}

export async function countDealHistory(id: number): Promise<number> {
  return db.$count(historyEvents, await isAboutDeal(id));
}

/** Includes deals that were merged into this one. */
async function isAboutDeal(id: number): Promise<SQL | undefined> {
  const subjectIds = (await listIdsWithMerged(db, [id])).map(String);
  return and(inArray(historyEvents.subjectId, subjectIds), aboutDeals);
}

/** Includes the fields that no page shows, and names options as they were called. */
export async function getStoredDealChange(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<HistoryEvent> {
  await assertDealReadable(viewer, id);
  const [change] = await db
    .select()
    .from(historyEvents)
    .where(and(eq(historyEvents.id, changeId), await isAboutDeal(id)));
  if (!change) throw notFound('This change does not exist');
  return change;
}

export async function getDealChange(
  viewer: Viewer,
  id: number,
  changeId: number,
): Promise<HistoryEvent> {
  const change = await getStoredDealChange(viewer, id, changeId);
  return toShownChange(change, await getOptionLists());
}
