import { and, eq, type SQL, sql } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import { trash } from '#db/schema';
import { attempt } from '~/refusal.server';
import { isStaff, mayRestore, type Viewer } from '~/models/access';
import { formatDate, type Locale } from '~/models/dates';
import { pageOf } from '~/models/page';
import { counted } from '~/models/text';
import { listEntries, restoreEntry, TRASH_DAYS, type TrashEntry } from './trash.server';

/** Deals that the viewer has deleted, which they can take back for 30 days (rule 10.14). */

const ownerId = sql<string>`json_extract(${trash.rows}, '$.pipelines[0].userId')`;
const isDeal = eq(trash.subject, 'pipeline');
const DAY = 86_400_000;

function deletedBy(viewer: Viewer): SQL | undefined {
  return and(
    isDeal,
    eq(trash.deletedBy, viewer.email),
    isStaff(viewer) ? undefined : eq(ownerId, viewer.id),
  );
}

export async function deletedView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const total = await db.$count(trash, deletedBy(viewer));
  const { pager, slice } = pageOf(params, total);
  const entries = await listEntries(deletedBy(viewer), slice);
  return {
    pager,
    entries: entries.map((entry) => trashEntryView(entry, locale)),
    showWhat: isStaff(viewer),
  };
}

export function trashEntryView(
  { id, subject, name, owner, deals, deletedAt, deletedBy }: TrashEntry,
  locale: Locale,
) {
  const account = deals ? `Account with ${counted(deals, 'deal')}` : 'Account';
  return {
    id,
    name,
    what: subject === 'pipeline' ? `Deal of ${owner}` : account,
    deleted: formatDate(deletedAt, locale),
    deletedBy,
    until: formatDate(new Date(deletedAt.getTime() + TRASH_DAYS * DAY), locale),
  };
}
export type TrashEntryView = ReturnType<typeof trashEntryView>;

/**
 * Restores deals by the ids of their entries: those the viewer deleted and may still act on; an
 * admin any. Returns their names, and why others stay; those that are not there are in neither.
 */
export async function restoreDeleted(
  viewer: Viewer,
  ids: number[],
): Promise<{ restored: string[]; kept: string[] }> {
  const which = mayRestore(viewer) ? isDeal : deletedBy(viewer);
  const outcome = { restored: [] as string[], kept: [] as string[] };
  for await (const chunk of inChunks(ids, 1)) {
    const entry = and(eq(trash.id, chunk[0]!), which);
    const { value, refused } = await attempt(() => restoreEntry(viewer, entry));
    if (value) outcome.restored.push(value.name);
    else if (refused.status !== 404) outcome.kept.push(refused.message);
  }
  return outcome;
}
