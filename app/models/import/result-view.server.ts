import { and, countDistinct, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { changes, type Import } from '#db/schema';
import { isStaff, mayUndoImport, type Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { keptAfterUndo } from './undo.server';

/** What an import did, and what its undo left. */
export async function resultView(viewer: Viewer, found: Import, locale: Locale) {
  const { id, fileName, userEmail, userId, counts, importedAt, undoneAt } = found;
  const { created = 0, updated = 0, skipped = 0 } = counts;
  const list = isStaff(viewer) ? '/admin/pipelines' : '/dashboard';
  return {
    id,
    file: fileName,
    by: userId === viewer.id ? undefined : userEmail,
    at: importedAt ? formatDateTime(importedAt, locale) : '',
    created,
    updated,
    skipped,
    deals: `${list}?import=${id}`,
    mayUndo: !undoneAt && created + updated > 0 && mayUndoImport(viewer, found),
    undone: undoneAt
      ? {
          at: formatDateTime(undoneAt, locale),
          ...(await takenBack(id, undoneAt)),
          kept: await keptAfterUndo(viewer, id),
        }
      : undefined,
  };
}
export type ResultView = Awaited<ReturnType<typeof resultView>>;

/** How many deals the undo deleted, and how many it set back. */
async function takenBack(id: number, undoneAt: Date) {
  const isUndo = and(eq(changes.importId, id), eq(changes.at, undoneAt));
  const isDeleted = and(isUndo, eq(changes.subject, 'pipeline'), eq(changes.act, 'deleted'));
  const deals = countDistinct(changes.subjectId);
  const [[all], [gone]] = await Promise.all([
    db.select({ deals }).from(changes).where(isUndo),
    db.select({ deals }).from(changes).where(isDeleted),
  ]);
  return { deleted: gone!.deals, reverted: all!.deals - gone!.deals };
}
