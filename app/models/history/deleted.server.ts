import { and, eq, type SQL, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { trash } from '#db/schema';
import { attempt } from '~/attempt.server';
import { isStaff, mayRestore, type Viewer } from '~/models/access';
import type { Locale } from '~/models/dates';
import { pageOf } from '~/models/page';
import { restoreEntry } from './trash-restore.server';
import { isEntry, listEntries, trashEntryViews } from './trash-list.server';

/** Deals that the viewer has deleted, which they can take back for 30 days (rule 10.14). */

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
  const which = deletedByViewer(viewer);
  const { pager, slice } = pageOf(params, await db.$count(trash, which));
  const entries = await listEntries(which, slice);
  return {
    pager,
    entries: await trashEntryViews(entries, locale),
    showWhat: isStaff(viewer),
  };
}

/**
 * Restores deals by the ids of their entries: those that the viewer has deleted and may still act
 * on; an admin any. Returns the names of the restored, and why others stay in the trash; ids that
 * are not there are in neither.
 */
export async function restoreDeleted(
  viewer: Viewer,
  ids: number[],
): Promise<{ restored: string[]; kept: string[] }> {
  const which = mayRestore(viewer) ? isDeal : deletedByViewer(viewer);
  const outcome = { restored: [] as string[], kept: [] as string[] };
  for await (const [id] of inChunks(ids, 1)) {
    const entry = and(eq(trash.id, id!), which);
    const { value, refused } = await attempt(() => restoreEntry(viewer, entry));
    if (value) outcome.restored.push(value.name);
    else if (refused.status !== 404) outcome.kept.push(refused.message);
  }
  return outcome;
}
