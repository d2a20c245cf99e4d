import type { Import } from '#db/schema';
import { isStaff, mayUndoImport, type Viewer } from '~/models/access';
import { formatDateTime, type Locale } from '~/models/dates';
import { undoneImport } from '~/models/import/write/undo.server';

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
          ...(await undoneImport(viewer, { id, undoneAt })),
        }
      : undefined,
  };
}
export type ResultView = Awaited<ReturnType<typeof resultView>>;
