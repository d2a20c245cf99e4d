import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { Import } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import { listChecks } from '~/domain/import/preview/checks.server';
import { loadCustomFields } from '~/domain/import/preview/field-lookup.server';
import { listNotImported } from '~/domain/import/preview/not-imported.server';
import { countPlannedRows } from '~/domain/import/preview/plan.server';
import { getImport } from '~/domain/import/record/get.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getImportStagePath, isAwaitingValues } from '~/ui/import/stage-path.server';
import { toCheckView } from './check-view.server';
import { loadConflictAuthors } from './conflict-authors.server';
import { loadReferencedDeals } from './referenced-deals.server';
import { toRowView } from './row-view.server';
import { CONFLICTS_PER_PAGE, listShownRows } from './shown-rows.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  if (importRecord.state !== 'preview' || isAwaitingValues(importRecord))
    throw redirect(getImportStagePath(importRecord));
  const { searchParams } = new URL(request.url);
  return loadPreviewView(viewer, importRecord, searchParams, readLocale(request));
}

async function loadPreviewView(
  viewer: Viewer,
  importRecord: Import,
  params: URLSearchParams,
  locale: Locale,
) {
  const { kind, pager, rows } = await listShownRows(importRecord, params);
  const deals = await loadReferencedDeals(viewer, rows, locale);
  const plan = await countPlannedRows(importRecord);
  const saved = await loadConflictAuthors(importRecord, rows, locale);
  const newFields = listNewFields(importRecord);
  const formatter = await createCustomFieldFormatter(newFields);
  const known = await loadCustomFields(newFields);
  return {
    id: importRecord.id,
    file: importRecord.fileName,
    counts: importRecord.counts,
    kind,
    pager,
    plan,
    open: plan.firstOpen ? getConflictPageQuery(plan.firstOpen) : undefined,
    notImported: await listNotImported(viewer, importRecord),
    checks: (await listChecks(importRecord)).map((check) =>
      toCheckView(check, importRecord, known),
    ),
    meetings: (await getOptionLists()).listActiveNames('meetings'),
    rows: rows.map((row) => toRowView(row, importRecord, { deals, saved, formatter, locale })),
  };
}

export type PreviewView = Awaited<ReturnType<typeof loadPreviewView>>;

export type PreviewRow = PreviewView['rows'][number];

function getConflictPageQuery(position: number): string {
  return `?kind=conflict&page=${Math.ceil(position / CONFLICTS_PER_PAGE)}`;
}
