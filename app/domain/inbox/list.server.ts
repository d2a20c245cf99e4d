import { and, asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { cacheUntilCommit } from '#db/cache';
import { type Db, db } from '#db/client';
import {
  deals,
  type InboxFile,
  inboxFiles,
  type InboxItem,
  inboxItems,
  type InboxSource,
  type InboxState,
  users,
} from '#db/schema';
import { canManageDeal, type Viewer } from '~/domain/access';
import { findFinalWinner } from '~/domain/deal/merges.server';
import { assertCanTriage, canTriage } from '~/domain/intake/settings.server';
import type { Page } from '~/domain/pagination';
import { columnContains } from '~/domain/search/search-texts.server';
import { sortByIds } from '~/domain/sort-by-ids';
import { personColumns } from '~/domain/user/columns.server';
import { visibleTo } from '~/domain/visibility.server';
import { notFound } from '~/errors';
import { findInboxMatches, type InboxMatch } from './matches.server';

export interface InboxQuery {
  state?: InboxState;
  source?: InboxSource;
  search?: string;
}

export interface ListedInboxItem {
  item: InboxItem;
  files: InboxFile[];
  matches: InboxMatch[];
  decidedBy: { email: string; firstName: string | null; lastName: string | null } | undefined;
  dealId: number | null;
  canReopen: boolean;
}

export async function listInboxItems(
  viewer: Viewer,
  query: InboxQuery,
  page: Page,
): Promise<ListedInboxItem[]> {
  return listInboxItemsByIds(viewer, await listInboxIds(viewer, query, page));
}

export async function listInboxIds(
  viewer: Viewer,
  query: InboxQuery,
  { limit, offset }: Page,
): Promise<number[]> {
  await assertCanTriage(viewer);
  const rows = await db
    .select({ id: inboxItems.id })
    .from(inboxItems)
    .where(buildInboxFilter(query))
    .orderBy(desc(inboxItems.receivedAt), desc(inboxItems.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

export async function listInboxItemsByIds(
  viewer: Viewer,
  ids: number[],
): Promise<ListedInboxItem[]> {
  await assertCanTriage(viewer);
  const items = await db.select().from(inboxItems).where(inArray(inboxItems.id, ids));
  return describeItems(viewer, sortByIds(ids, items));
}

export async function countInboxItems(viewer: Viewer, query: InboxQuery): Promise<number> {
  await assertCanTriage(viewer);
  return db.$count(inboxItems, buildInboxFilter(query));
}

export async function countPendingItems(viewer: Viewer): Promise<number | undefined> {
  if (!(await canTriage(viewer))) return undefined;
  return cacheUntilCommit('pending inbox items', () =>
    db.$count(inboxItems, eq(inboxItems.state, 'pending')),
  );
}

export async function countItemsByState(viewer: Viewer): Promise<Map<InboxState, number>> {
  await assertCanTriage(viewer);
  const rows = await db
    .select({ state: inboxItems.state, items: count() })
    .from(inboxItems)
    .groupBy(inboxItems.state);
  return new Map(rows.map(({ state, items }) => [state, items]));
}

export async function getInboxItem(viewer: Viewer, id: number): Promise<ListedInboxItem> {
  await assertCanTriage(viewer);
  return describeItem(viewer, await getInboxItemRow(id));
}

export async function describeItem(viewer: Viewer, item: InboxItem): Promise<ListedInboxItem> {
  const [described] = await describeItems(viewer, [item]);
  return described!;
}

export async function getInboxItemRow(id: number, tx: Db = db): Promise<InboxItem> {
  const [item] = await tx.select().from(inboxItems).where(eq(inboxItems.id, id));
  if (!item) throw notFound('Inbox item not found');
  return item;
}

export async function getInboxFile(viewer: Viewer, itemId: number, id: number): Promise<InboxFile> {
  await assertCanTriage(viewer);
  const [file] = await db
    .select()
    .from(inboxFiles)
    .where(and(eq(inboxFiles.id, id), eq(inboxFiles.itemId, itemId)));
  if (!file) throw notFound('File not found');
  return file;
}

export async function listItemFiles(tx: Db, itemIds: number[]): Promise<InboxFile[]> {
  return tx
    .select()
    .from(inboxFiles)
    .where(inArray(inboxFiles.itemId, itemIds))
    .orderBy(asc(inboxFiles.id));
}

function buildInboxFilter({ state, source, search }: InboxQuery): SQL | undefined {
  return and(
    state && eq(inboxItems.state, state),
    source && eq(inboxItems.source, source),
    search ? columnContains(inboxItems.searchText, search) : undefined,
  );
}

async function describeItems(viewer: Viewer, items: InboxItem[]): Promise<ListedInboxItem[]> {
  const files = await listItemFiles(
    db,
    items.map(({ id }) => id),
  );
  const matches = await findInboxMatches(
    viewer,
    items.filter(({ state }) => state !== 'accepted'),
  );
  const people = await listPeople(items);
  const accepted = items.filter(({ state }) => state === 'accepted');
  const acceptedDeals = await listAcceptedDeals(viewer, accepted);
  const winners = await listWinners(viewer, accepted, acceptedDeals);
  return items.map((item) => {
    const deal = item.state === 'accepted' ? acceptedDeals.get(item.dealId) : undefined;
    return {
      item,
      files: files.filter(({ itemId }) => itemId === item.id),
      matches: matches.get(item.id) ?? [],
      decidedBy: people.get(item.decidedById ?? ''),
      dealId: deal?.isVisible ? deal.id : (winners.get(item.id) ?? null),
      canReopen: item.state !== 'pending' && (!deal || canManageDeal(viewer, deal)),
    };
  });
}

async function listPeople(items: InboxItem[]) {
  const ids = items.flatMap(({ decidedById }) => decidedById ?? []);
  if (!ids.length) return new Map<string, never>();
  const rows = await db
    .select({ id: users.id, person: personColumns })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, person }) => [id, person]));
}

interface AcceptedDeal {
  id: number;
  userId: string;
  isVisible: boolean;
}

async function listAcceptedDeals(
  viewer: Viewer,
  items: InboxItem[],
): Promise<Map<number | null, AcceptedDeal>> {
  const ids = items.flatMap(({ dealId }) => dealId ?? []);
  if (!ids.length) return new Map();
  const isVisible = sql`${visibleTo(viewer) ?? sql`1`}`.mapWith(Boolean);
  const rows = await db
    .select({ id: deals.id, userId: deals.userId, isVisible })
    .from(deals)
    .where(inArray(deals.id, ids));
  return new Map(rows.map((deal) => [deal.id, deal]));
}

/** Lists the visible deals that the deals of accepted items were merged into, by item. */
async function listWinners(
  viewer: Viewer,
  items: InboxItem[],
  existingDeals: Map<number | null, AcceptedDeal>,
): Promise<Map<number, number>> {
  const winners = new Map<number, number>();
  for (const { id, dealId } of items) {
    if (dealId === null || existingDeals.has(dealId)) continue;
    const merged = await findFinalWinner(viewer, dealId);
    if (merged) winners.set(id, merged.to);
  }
  return winners;
}
