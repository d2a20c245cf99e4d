import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { trash, type TrashEntry } from '#db/schema';
import { transaction } from '#db/transaction';
import { canRestoreFromTrash, type Viewer } from '~/domain/access';
import type { Operation } from '~/domain/history/record.server';
import { forbidden } from '~/errors';
import { catchDomainError } from '~/result.server';
import { getTrashEntry, isDealEntry, isDeletedByViewer } from './list.server';
import { restoreEntry } from './restore-entry.server';

/**
 * Restores an entry; its history was never deleted. Throws 403, 404, and 409 if the owner is gone,
 * the email is taken or the id exists.
 */
export async function restoreFromTrash(
  viewer: Viewer,
  id: number,
): Promise<Pick<TrashEntry, 'name' | 'subject'>> {
  if (!canRestoreFromTrash(viewer)) throw forbidden('Admin access required.');
  return transaction(async (tx) => {
    const entry = await getTrashEntry(tx, id);
    await restoreEntry(tx, viewer, entry);
    return entry;
  });
}

export interface RestoreResult {
  restored: string[];
  skipReasons: string[];
}

/**
 * Restores deals by entry that the viewer has deleted and still manages; an admin restores any.
 * Missing entries are ignored.
 */
export async function restoreDeletedDeals(viewer: Viewer, ids: number[]): Promise<RestoreResult> {
  const condition = canRestoreFromTrash(viewer) ? isDealEntry : isDeletedByViewer(viewer);
  const outcome: RestoreResult = { restored: [], skipReasons: [] };
  for (const id of ids) {
    const result = await catchDomainError(() =>
      transaction(async (tx) => {
        const entry = await getTrashEntry(tx, id, condition);
        await restoreEntry(tx, viewer, entry);
        return entry.name;
      }),
    );
    if (result.ok) outcome.restored.push(result.value);
    else if (result.error.status !== 404) outcome.skipReasons.push(result.error.message);
  }
  return outcome;
}

const entryDealId = sql<number>`json_extract(${trash.rows}, '$.pipelines[0].id')`;

export async function restoreDealsForUndo(
  tx: Db,
  viewer: Viewer,
  { dealIds, deletedAt }: { dealIds: number[]; deletedAt: Date },
  operation: Operation,
): Promise<RestoreResult> {
  const isDeletedThen = and(eq(trash.deletedAt, deletedAt), inArray(entryDealId, dealIds));
  const entries = await tx
    .select({ id: trash.id, name: trash.name })
    .from(trash)
    .where(and(isDeletedThen, isDeletedByViewer(viewer)))
    .orderBy(trash.id);
  const outcome: RestoreResult = { restored: [], skipReasons: [] };
  for (const { id, name } of entries) {
    const result = await catchDomainError(async () =>
      restoreEntry(tx, viewer, await getTrashEntry(tx, id), operation),
    );
    if (result.ok) outcome.restored.push(name);
    else if (result.error.status === 409) outcome.skipReasons.push(result.error.message);
    else throw result.error;
  }
  return outcome;
}
