import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { Import } from '#db/schema';
import { canUndoImport, isStaff, type Viewer } from '~/domain/access';
import { summarizeUndo } from '~/domain/import/apply/undo.server';
import { hasImportRows } from '~/domain/import/preview/list-rows.server';
import { getImport } from '~/domain/import/record/get.server';
import { ROW_SETS, type RowSet } from '~/domain/import/record/row-sets.server';
import { formatCount } from '~/domain/text/text';
import { formatDateTime } from '~/format/date';
import { formatUndoSummary } from '~/format/import';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  if (importRecord.state !== 'done') throw redirect(getImportStagePath(importRecord));
  const result = await loadResultView(viewer, importRecord, readLocale(request));
  const isAsked = new URL(request.url).searchParams.has('undo') && result.canUndo;
  return { result, undo: isAsked ? formatUndoSummary(importRecord.counts) : undefined };
}

async function loadResultView(viewer: Viewer, importRecord: Import, locale: Locale) {
  const { id, fileName, userEmail, userId, counts, importedAt, undoneAt } = importRecord;
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
    parts: await listParts(importRecord),
    deals: `${list}?import=${id}`,
    canUndo: !undoneAt && created + updated > 0 && canUndoImport(viewer, importRecord),
    undone: undoneAt
      ? {
          at: formatDateTime(undoneAt, locale),
          ...(await summarizeUndo(viewer, { id, undoneAt })),
        }
      : undefined,
  };
}

const PART_LABELS: Record<RowSet, string> = {
  cells: 'imported without some cells',
  duplicates: 'skipped as possible duplicates',
  errors: 'not imported because of errors',
  leftOut: 'left out (totals, notes, repeated column names)',
  skipped: 'skipped, as you chose',
};

async function listParts({ id, counts }: Import) {
  const rowCounts: Record<RowSet, number | undefined> = {
    cells: counts.withoutCells,
    duplicates: counts.skippedDuplicates,
    errors: counts.error,
    leftOut: counts.leftOut,
    skipped: counts.skippedByChoice,
  };
  const areKept = await hasImportRows(id);
  return ROW_SETS.flatMap((set) => {
    const rows = rowCounts[set];
    if (!rows) return [];
    const workbook = areKept ? `/import/${id}/errors?rows=${set}` : undefined;
    const isOneDuplicate = set === 'duplicates' && rows === 1;
    const label = isOneDuplicate ? 'skipped as a possible duplicate' : PART_LABELS[set];
    return [{ set, text: `${formatCount(rows, 'row')} ${label}`, workbook }];
  });
}

export type ResultView = Awaited<ReturnType<typeof loadResultView>>;
