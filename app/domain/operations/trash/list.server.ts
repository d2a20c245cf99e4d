import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { deals, merges, trash, type TrashEntry } from '#db/schema';
import { canRestoreFromTrash, isStaff, type Viewer } from '~/domain/access';
import { isMergeOfTrashEntry } from '~/domain/deal/merges.server';
import type { Page } from '~/domain/pagination';
import { forbidden, notFound } from '~/errors';
import { isTrashEntry } from './parts.server';

/** Returns an entry that meets the condition; throws 404 for others. */
export async function getTrashEntry(tx: Db, id: number, condition?: SQL): Promise<TrashEntry> {
  const [entry] = await tx
    .select()
    .from(trash)
    .where(and(eq(trash.id, id), isTrashEntry, condition));
  if (!entry) throw notFound('This is no longer in the trash.');
  return entry;
}

export const isDealEntry = and(eq(trash.subject, 'pipeline'), isTrashEntry);

const ownerId = sql<string>`json_extract(${trash.rows}, '$.pipelines[0].userId')`;

export function isDeletedByViewer(viewer: Viewer): SQL | undefined {
  const isOwn = isStaff(viewer) ? undefined : eq(ownerId, viewer.id);
  return and(isDealEntry, eq(trash.deletedBy, viewer.email), isOwn);
}

const { rows: _, ...entryColumns } = getTableColumns(trash);

export async function listTrash(viewer: Viewer, page: Page) {
  if (!canRestoreFromTrash(viewer)) throw forbidden('Admin access required.');
  return listEntries(isTrashEntry, page);
}

export async function listDealsDeletedByViewer(viewer: Viewer, page: Page) {
  return listEntries(isDeletedByViewer(viewer), page);
}

export async function countDealsDeletedByViewer(viewer: Viewer): Promise<number> {
  return db.$count(trash, isDeletedByViewer(viewer));
}

async function listEntries(condition: SQL | undefined, { limit, offset }: Page) {
  return db
    .select({
      ...entryColumns,
      merge: { id: merges.id, winnerId: merges.winnerId, into: merges.winnerName },
      winner: { userId: deals.userId },
    })
    .from(trash)
    .leftJoin(merges, isMergeOfTrashEntry(trash.id))
    .leftJoin(deals, eq(deals.id, merges.winnerId))
    .where(condition)
    .orderBy(desc(trash.id))
    .limit(limit)
    .offset(offset);
}

export type ListedTrashEntry = Awaited<ReturnType<typeof listEntries>>[number];

export async function countTrash(viewer: Viewer): Promise<number> {
  if (!canRestoreFromTrash(viewer)) throw forbidden('Admin access required.');
  return db.$count(trash, isTrashEntry);
}
