import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { iterateWithPauses } from '#db/chunks';
import type { FieldOutcome, FieldValue, Import, ImportRow } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import {
  createCustomFieldFormatter,
  type CustomFieldFormatter,
} from '~/domain/custom-field/formatter.server';
import { getRoundLabel } from '~/domain/deal/offered-values';
import { listDealSummaries } from '~/domain/deal/summary.server';
import { toCustomFieldCell } from '~/domain/export/cells';
import { findLastChanges } from '~/domain/history/field-changes.server';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import { type Check, listChecks } from '~/domain/import/preview/checks.server';
import { loadCustomFields } from '~/domain/import/preview/field-lookup.server';
import { listNotImported } from '~/domain/import/preview/not-imported.server';
import { countPlannedRows } from '~/domain/import/preview/plan.server';
import {
  getRowChoice,
  isEmptyValue,
  isFieldWritten,
  listAllowedChoices,
  type RowWrite,
} from '~/domain/import/preview/row-choices';
import { getImport } from '~/domain/import/record/get.server';
import type { CustomFields } from '~/domain/import/values/parse-options';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getShortName } from '~/domain/person/names';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { formatDate, formatDateTime } from '~/format/date';
import { getChoiceLabel } from '~/format/import';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { formatValue } from '~/ui/history/format-value.server';
import { getImportStagePath, isAwaitingValues } from '~/ui/import/stage-path.server';
import { listShownRows, PAGE_SIZES } from './shown-rows.server';

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
    notImported: await listNotImported(importRecord, isStaff(viewer)),
    checks: (await listChecks(importRecord)).map((check) =>
      toCheckView(check, importRecord, known),
    ),
    meetings: (await getOptionLists()).activeNames('meetings'),
    rows: rows.map((row) => toRowView(row, importRecord, { deals, saved, formatter })),
  };
}

export type PreviewView = Awaited<ReturnType<typeof loadPreviewView>>;

export type PreviewRow = PreviewView['rows'][number];

function getConflictPageQuery(position: number): string {
  return `?kind=conflict&page=${Math.ceil(position / Number(PAGE_SIZES.conflict))}`;
}

function toCheckView(
  { field, text, to, first, rows }: Check,
  { sheets }: Import,
  { fields, people }: CustomFields,
) {
  const customField = fields.get(field);
  const cell =
    customField && customField.kind !== 'day' ? toCustomFieldCell(customField, to, people) : to;
  return {
    name: `check-${first.n}-${field}`,
    ...{ field, text, rows },
    label: customField?.name ?? getHistoryFieldLabel(field),
    type: customField ? (INPUT_TYPES[customField.kind] ?? 'text') : (INPUT_TYPES[field] ?? 'score'),
    to: cell === null ? '' : String(cell),
    first: `${hasSeveralSheets(sheets) ? `${sheets[first.sheet]!.name}, ` : ''}row ${first.row}`,
  };
}

const INPUT_TYPES: Record<string, 'date' | 'text'> = { day: 'date', targetClosingDate: 'date' };

function hasSeveralSheets(sheets: Import['sheets']): boolean {
  return sheets.filter(({ holds }) => holds !== 'ignored').length > 1;
}

type ReferencedDeals = Awaited<ReturnType<typeof loadReferencedDeals>>;

async function loadReferencedDeals(viewer: Viewer, rows: ImportRow[], locale: Locale) {
  const ids = rows.flatMap(({ dealId, outcome }) => [
    ...(dealId === null ? [] : [dealId]),
    ...(outcome?.duplicates ?? []),
  ]);
  const summaries = await listDealSummaries(viewer, ids);
  const views = summaries.map(({ id, companyName, fundingRound, createdAt, owner }) => {
    const details = [formatDate(createdAt, locale), getShortName(owner)];
    if (fundingRound) details.unshift(getRoundLabel(fundingRound));
    return { id, company: companyName, details: details.filter(Boolean).join(', ') };
  });
  return new Map(views.map((deal) => [deal.id, deal]));
}

type ConflictAuthors = Map<string, string>;

const LIMITS_PER_ROW = { changes: 200, bytes: 512 * 1024 };

async function loadConflictAuthors(
  { sheets }: Import,
  rows: ImportRow[],
  locale: Locale,
): Promise<ConflictAuthors> {
  const saved: ConflictAuthors = new Map();
  const conflicts = rows.filter(({ kind }) => kind === 'conflict');
  for (const [holds, subject] of [
    ['deals', 'pipeline'],
    ['evaluations', 'evaluation'],
  ] as const) {
    const held = conflicts.filter(({ sheet }) => sheets[sheet]?.holds === holds);
    if (!held.length) continue;
    for await (const { n, dealId, outcome } of iterateWithPauses(held)) {
      if (dealId === null) continue;
      const fields = (outcome?.fields ?? []).filter(({ isConflict }) => isConflict);
      const names = fields.map(({ field }) => field);
      const last = await findLastChanges(subject, dealId, names, LIMITS_PER_ROW);
      for (const [field, { at, by }] of last)
        saved.set(`${n} ${field}`, `${by}, ${formatDateTime(at, locale)}`);
    }
  }
  return saved;
}

interface RowContext {
  deals: ReferencedDeals;
  saved: ConflictAuthors;
  formatter: CustomFieldFormatter;
}

function toRowView(row: ImportRow, { sheets }: Import, { deals, saved, formatter }: RowContext) {
  const { n, kind, outcome, dealId } = row;
  const { name = '', values = {}, fields = [], problems, skippedCells, notes } = outcome ?? {};
  const choices = (kind ? listAllowedChoices(kind) : []).filter(
    (choice) =>
      // A second row about a new deal has no stored values to replace.
      (choice !== 'update' || outcome?.sameAs === undefined) &&
      // A row of an export names its deal.
      (kind !== 'unchanged' || choice === 'skip' || outcome?.duplicates),
  );
  return {
    n,
    name,
    where: `${hasSeveralSheets(sheets) ? `${sheets[row.sheet]?.name} ` : ''}${row.row}`,
    checks: outcome?.checks?.map(
      ({ field, text }) => `${getHistoryFieldLabel(field, formatter.labels)}: ${text}`,
    ),
    deal: dealId === null ? undefined : deals.get(dealId),
    others: (outcome?.duplicates ?? []).flatMap((id) =>
      id === dealId ? [] : (deals.get(id) ?? []),
    ),
    values: kind === 'new' || outcome?.sameAs ? toValuesView(values, formatter) : undefined,
    fields: fields.filter(isShownField).map((field) => ({
      ...toFieldView(field, row, formatter),
      saved: saved.get(`${row.n} ${field.field}`),
    })),
    problems,
    skippedCells,
    notes,
    choice: kind ? getRowChoice(kind, row.choice) : 'skip',
    choices:
      kind && choices.length > 1
        ? choices.map((value) => ({ value, label: getChoiceLabel(kind, value) }))
        : undefined,
  };
}

function toValuesView(values: Record<string, FieldValue>, formatter: CustomFieldFormatter) {
  return Object.entries(values)
    .filter(([field, value]) => field !== 'companyName' && !isEmptyValue(value))
    .map(([field, value]) => ({
      label: getHistoryFieldLabel(field, formatter.labels),
      text: formatValue(field, value, formatter),
    }));
}

const FILLING_ROW: RowWrite = { kind: 'duplicate', choice: 'fill', outcome: {} };

/** Hides open choices for values without meaning, which 'Check' shows. */
const isShownField = ({ from, to }: FieldOutcome) => from !== null || to !== null;

function toFieldView(
  outcome: FieldOutcome,
  row: Pick<ImportRow, 'kind'>,
  formatter: CustomFieldFormatter,
) {
  const { field, from, to, base, isConflict, take } = outcome;
  return {
    field,
    label: getHistoryFieldLabel(field, formatter.labels),
    from: formatValue(field, from, formatter),
    to: formatValue(field, to, formatter),
    base: base === undefined ? undefined : formatValue(field, base, formatter),
    isConflict,
    take,
    /** True for a possible duplicate that keeps its value by default. */
    isKept: (row.kind === 'duplicate' && !isFieldWritten(FILLING_ROW, outcome)) || undefined,
  };
}
