import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { CustomField, Import, ImportSheet } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { listActiveCustomFields, listCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { findReferenceSheetKind } from '~/domain/export/columns';
import { getNewFieldName } from '~/domain/import/mapping/new-fields.server';
import { isUnmappedColumn } from '~/domain/import/mapping/skipped-parts';
import { type ImportTarget, KEEP_AS_FIELD, listTargets } from '~/domain/import/mapping/targets';
import {
  type AmbiguousDate,
  listAmbiguousDates,
  type SheetMapping,
} from '~/domain/import/mapping/validate';
import { getColumnLetter } from '~/domain/import/reading/cell';
import { getImport } from '~/domain/import/record/get.server';
import { findDayFirst } from '~/domain/import/values/dates';
import { findOpenNumber, listReadings } from '~/domain/import/values/separators';
import { formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import { readSavedForm } from '~/http/forms/saved-submission.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { parseMappingForm } from './parse-mapping.server';

export async function loader({ request, params }: LoaderFunctionArgs): Promise<MappingPageData> {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  const { searchParams } = new URL(request.url);
  if (!isMappingPage(importRecord, searchParams)) throw redirect(getImportStagePath(importRecord));
  const isRunning = importRecord.state === 'reading' || importRecord.state === 'comparing';
  if (isRunning) return { running: toProgressView(importRecord) };
  const { fileName: file, problem } = importRecord;
  if (searchParams.has('discard'))
    return { discard: { file, back: getImportStagePath(importRecord) } };
  if (importRecord.state === 'failed' || importRecord.state === 'dropped')
    return { failed: { file, problem, isDropped: importRecord.state === 'dropped' } };
  const saved = await readSavedForm(request, viewer);
  const typed = saved && parseMappingForm(importRecord, saved, await listCustomFields());
  const chosen = typed?.chosen ?? importRecord.sheets;
  return {
    columns: await loadMappingView(viewer, importRecord, chosen, readLocale(request)),
    dayFirst: typed?.dayFirst,
    problem,
  };
}

function toProgressView({ id, fileName, state, progress, sheets }: Import) {
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
  return { id, file: fileName, state, progress, total: state === 'comparing' ? total : undefined };
}

export async function loadMappingView(
  viewer: Viewer,
  importRecord: Import,
  chosen: SheetMapping[],
  locale: Locale,
) {
  const fields = await listActiveCustomFields();
  const customTargets = [
    ...fields.map(({ key, name }): ImportTarget => ({ key: toCustomFieldName(key), label: name })),
    ...(isStaff(viewer) ? [KEEP_AS_FIELD] : []),
  ];
  const listFieldsOfKind = (wanted: CustomField['kind']) =>
    fields.flatMap(({ key, kind }) => (kind === wanted ? toCustomFieldName(key) : []));
  const amountTargets = ['targetFundingSize', ...listFieldsOfKind('money')];
  const numberTargets = [...amountTargets, ...listFieldsOfKind('number'), KEEP_AS_FIELD.key];
  return {
    id: importRecord.id,
    file: importRecord.fileName,
    canAddFields: isStaff(viewer),
    columnCount: countColumns(importRecord, chosen),
    sheets: importRecord.sheets.map((read, sheet) => {
      const { name, headerRow, rows, headers, samples } = read;
      const { holds, targets, amounts = read.amounts ?? {}, chosenSeparators } = chosen[sheet]!;
      const columns = headers.map((header, column) => ({
        column,
        letter: getColumnLetter(column),
        header,
        samples: samples[column] ?? [],
        dates: describeDateOrder(read, column),
        target: targets[column] ?? '',
        newName: getNewFieldName(read, chosen[sheet]!, column),
        amount: amounts[column],
        separators: toSeparatorsView(read, column, chosenSeparators),
      }));
      return {
        name,
        headerRow,
        rows,
        holds,
        referenceSheet: findReferenceSheetKind(headers),
        targets: [...listTargets(holds), ...(holds === 'deals' ? customTargets : [])],
        columns: holds === 'ignored' ? [] : columns,
      };
    }),
    amountTargets,
    numberTargets,
    layout: toLayoutView(importRecord),
    days: listAmbiguousDates(importRecord.sheets, chosen, fields).flatMap(
      (date) => describeAmbiguousDate(date, locale) ?? [],
    ),
  };
}

function countColumns({ sheets }: Import, chosen: SheetMapping[]) {
  const used = sheets.flatMap((sheet, index) => {
    const { holds, targets } = chosen[index]!;
    if (holds === 'ignored') return [];
    return targets.map((target, column) => ({
      isImported: target !== null,
      isOpen: target === null && holds === 'deals' && isUnmappedColumn(sheet, column),
    }));
  });
  return {
    all: used.length,
    imported: used.filter(({ isImported }) => isImported).length,
    open: used.filter(({ isOpen }) => isOpen).length,
  };
}

export type MappingView = Awaited<ReturnType<typeof loadMappingView>>;

function toLayoutView({ sheets }: Import) {
  const layout = sheets[0]?.layout;
  if (!layout) return undefined;
  const { encoding, separator } = layout;
  const samples = sheets[0]!.headers.slice(0, 3).map((header, i) => {
    const [first] = sheets[0]!.samples[i] ?? [];
    return first ? `${header}: ${first}` : header;
  });
  return { encoding, separator, samples };
}

/** Returns the readings of a column's first open number, with the separator of decimals in each. */
function toSeparatorsView(
  sheet: ImportSheet,
  column: number,
  chosen: ImportSheet['chosenSeparators'] = {},
) {
  const number = findOpenNumber(sheet, column);
  if (!number) return undefined;
  const { decimal, thousands } = listReadings(number);
  const [own, other] = number.includes('.') ? (['.', ','] as const) : ([',', '.'] as const);
  const readings = [
    { separator: other, text: thousands },
    { separator: own, text: decimal },
  ];
  return { number, chosen: chosen[column] ?? '', readings };
}

function describeDateOrder(sheet: ImportSheet, column: number): string | undefined {
  const dayFirst = findDayFirst(sheet, column);
  if (!sheet.openDays?.[column] || dayFirst === undefined) return undefined;
  const { day, month } = sheet.settledDays![column]!;
  return dayFirst
    ? `Dates begin with the day, as ${day} does.`
    : `Dates begin with the month, as ${month} does.`;
}

function describeAmbiguousDate({ header, text }: AmbiguousDate, locale: Locale) {
  const [, a = '', b = '', year = ''] = /^\D*(\d+)\D+(\d+)\D+(\d+)/.exec(text) ?? [];
  if (!year) return undefined;
  const formatReading = (month: string, day: string) =>
    formatDay(`${toFullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, locale);
  return { header, text, dayFirst: formatReading(b, a), monthFirst: formatReading(a, b) };
}

const toFullYear = (year: string) => (year.length === 2 ? `20${year}` : year.padStart(4, '0'));

function isMappingPage({ state }: Import, params: URLSearchParams): boolean {
  return (
    state !== 'done' && (state !== 'preview' || params.has('columns') || params.has('discard'))
  );
}

interface MappingPageData {
  running?: ReturnType<typeof toProgressView>;
  failed?: { file: string; problem: string | null; isDropped: boolean };
  discard?: { file: string; back: string };
  columns?: MappingView;
  dayFirst?: boolean | null;
  problem?: string | null;
}
