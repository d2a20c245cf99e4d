import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { deals, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { sortByIds } from '~/domain/sort-by-ids';
import { visibleTo } from '~/domain/visibility.server';
import { dealColumns } from './columns.server';

export type DealDetails = Awaited<ReturnType<typeof listDealsByIds>>[number];

export async function listDealsByIds(ids: number[], tx: Db = db) {
  if (!ids.length) return [];
  const rows = await tx
    .select(dealColumns)
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(inArray(deals.id, ids));
  return sortByIds(ids, rows);
}

export function createDealFinder(viewer: Viewer) {
  const query = db
    .select(dealColumns)
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(eq(deals.id, sql.placeholder('id')), visibleTo(viewer)))
    .prepare();
  return async (id: number): Promise<DealDetails | undefined> => (await query.execute({ id }))[0];
}
