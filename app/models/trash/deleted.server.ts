import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db, type Db } from '#db/client';
import { trash } from '#db/schema';
import { transaction } from '#db/transaction';
import { attempt } from '~/attempt.server';
import { isStaff, mayRestore, type Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { pageOf } from '~/models/page';
import { restoreEntry } from './restore.server';
import { isEntry, listEntries, trashEntryViews } from './list.server';
import type { Written } from '~/models/history/write.server';

/** Deals that the viewer has deleted, which they can restore for 30 days (rule 10.14). */

const dealId = sql<number>`json_extract(${trash.rows}, '$.pipelines[0].id')`;
const ownerId = sql<string>`json_extract(${trash.rows}, '$.pipelines[0].userId')`;
const isDeal = and(eq(trash.subject, 'pipeline'), isEntry);

function deletedByViewer(viewer: Viewer): SQL | undefined {
  return and(
    isDeal,
    eq(trash.deletedBy, viewer.email),
    isStaff(viewer) ? undefined : eq(ownerId, viewer.id),
  );
}

export async function deletedView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const condition = deletedByViewer(viewer);
  const { pager, slice } = pageOf(params, await db.$count(trash, condition));
  const entries = await listEntries(condition, slice);
  return {
    pager,
    entries: await trashEntryViews(entries, locale),
    showWhat: isStaff(viewer),
  };
}

interface Restored {
  /** Their names. */
  restored: string[];
  /** Why others stay in the trash. */
  kept: string[];
}

/**
 * Restores deals by the ids of their entries: those that the viewer has deleted and may still act
 * on; an admin any. Ids that are not there are in neither list.
 */
export async function restoreDeleted(viewer: Viewer, ids: number[]): Promise<Restored> {
  const condition = mayRestore(viewer) ? isDeal : deletedByViewer(viewer);
  const outcome: Restored = { restored: [], kept: [] };
  for await (const [id] of inChunks(ids, 1)) {
    const entry = and(eq(trash.id, id!), condition);
    const { value, refused } = await attempt(() =>
      transaction((tx) => restoreEntry(tx, viewer, entry)),
    );
    if (value) outcome.restored.push(value.name);
    else if (refused.status !== 404) outcome.kept.push(refused.message);
  }
  return outcome;
}

/** The same within the transaction of an undo, for deals that were deleted at that moment. */
export async function restoreDiscarded(
  tx: Db,
  viewer: Viewer,
  dealIds: number[],
  deletedAt: Date,
  written: Written,
): Promise<Restored> {
  const isDeletedThen = and(eq(trash.deletedAt, deletedAt), inArray(dealId, dealIds));
  const entries = await tx
    .select({ id: trash.id })
    .from(trash)
    .where(and(isDeletedThen, deletedByViewer(viewer)))
    .orderBy(trash.id);
  const outcome: Restored = { restored: [], kept: [] };
  for await (const [entry] of inChunks(entries, 1)) {
    const { value, refused } = await attempt(() =>
      restoreEntry(tx, viewer, eq(trash.id, entry!.id), written),
    );
    if (value) outcome.restored.push(value.name);
    else if (refused.status === 409) outcome.kept.push(refused.message);
    else throw refused;
  }
  return outcome;
}
