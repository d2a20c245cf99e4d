import { count, desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { type Import, imports, type ImportSheet, users } from '#db/schema';
import { isStaff, mayUndoImport, type Viewer } from '~/models/access';
import { activeFields } from '~/models/field/fields.server';
import { ownName } from '~/models/field/values';
import { formatDateTime, formatDay, type Locale } from '~/models/dates';
import { pageOf } from '~/models/page';
import { leftAlone } from '~/models/export/columns';
import { displayName } from '~/models/text';
import { columnLetter } from '~/models/import/cell';
import { settledDayFirst } from '~/models/import/compare/days';
import { newFieldName } from '~/models/import/match/own.server';
import { ambiguousDay, type ChosenSheet } from '~/models/import/match/chosen';
import { countsText, stateLabel } from '~/models/import/labels';
import { LISTED } from '~/models/import/stored.server';
import { undoneImport } from '~/models/import/write/undo.server';
import { type ImportTarget, KEEP, targetsOf } from '~/models/import/match/targets';
import { visibleImports } from '~/models/visibility.server';

/** The address of the step that an import has reached. */
export function stepAddress({ id, state }: Pick<Import, 'id' | 'state'>): string {
  if (state === 'preview') return `/import/${id}/preview`;
  return state === 'done' ? `/import/${id}/result` : `/import/${id}`;
}

/** Imports that the viewer may see, the latest first. */
export async function importsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const [counted] = await db.select({ all: count() }).from(imports).where(visibleImports(viewer));
  const { pager, slice } = pageOf(params, counted!.all);
  const rows = await db
    .select({ importRecord: LISTED, user: users })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(visibleImports(viewer))
    .orderBy(desc(imports.id))
    .limit(slice.limit)
    .offset(slice.offset);
  return {
    pager,
    imports: rows.map(({ importRecord, user }) => ({
      id: importRecord.id,
      file: importRecord.fileName,
      who: user ? displayName(user) : importRecord.userEmail,
      at: formatDateTime(importRecord.importedAt ?? importRecord.createdAt, locale),
      state: stateLabel(importRecord),
      counts: countsText(importRecord),
      address: stepAddress(importRecord),
    })),
  };
}
export type ImportEntry = Awaited<ReturnType<typeof importsView>>['imports'][number];

/** How far a file has been read or compared. */
export function progressView({ id, fileName, state, progress, sheets }: Import) {
  const total = sheets.reduce((sum, { rows }) => sum + rows, 0);
  return { id, file: fileName, state, progress, total: state === 'comparing' ? total : undefined };
}

/** The columns of each sheet, and the fields that they can go to; `chosen` as it was sent. */
export async function columnsView(
  viewer: Viewer,
  importRecord: Import,
  chosen: ChosenSheet[],
  locale: Locale,
) {
  const fields = await activeFields();
  const own = [
    ...fields.map(({ key, name }): ImportTarget => ({ key: ownName(key), label: name })),
    ...(isStaff(viewer) ? [KEEP] : []),
  ];
  const amountTargets = [
    'targetFundingSize',
    ...fields.flatMap(({ key, kind }) => (kind === 'money' ? ownName(key) : [])),
  ];
  return {
    id: importRecord.id,
    file: importRecord.fileName,
    sheets: importRecord.sheets.map((read, sheet) => {
      const { name, headerRow, rows, headers, samples } = read;
      const { holds, targets, amounts = read.amounts ?? {} } = chosen[sheet]!;
      const columns = headers.map((header, column) => ({
        column,
        letter: columnLetter(column),
        header,
        samples: samples[column] ?? [],
        dates: datesText(read, column),
        target: targets[column] ?? '',
        newName: newFieldName(read, chosen[sheet]!, column),
        amount: amounts[column],
      }));
      return {
        name,
        headerRow,
        rows,
        holds,
        leftAlone: leftAlone(headers),
        targets: [...targetsOf(holds), ...(holds === 'deals' ? own : [])],
        columns: holds === 'ignored' ? [] : columns,
      };
    }),
    amountTargets,
    layout: layoutView(importRecord),
    day: openDay(importRecord, chosen, locale),
  };
}
export type ColumnsView = Awaited<ReturnType<typeof columnsView>>;

/** How a text was read; undefined for a workbook. */
function layoutView({ sheets }: Import) {
  const layout = sheets[0]?.layout;
  if (!layout) return undefined;
  const { encoding, separator } = layout;
  const samples = sheets[0]!.headers.slice(0, 3).map((header, i) => {
    const [first] = sheets[0]!.samples[i] ?? [];
    return first ? `${header}: ${first}` : header;
  });
  return { encoding, separator, samples };
}

/** How ambiguous dates of a column are read, where others of it say so. */
function datesText(sheet: ImportSheet, column: number): string | undefined {
  const dayFirst = settledDayFirst(sheet, column);
  if (!sheet.openDays?.[column] || dayFirst === undefined) return undefined;
  const { day, month } = sheet.settledDays![column]!;
  return dayFirst
    ? `Dates begin with the day, as ${day} does.`
    : `Dates begin with the month, as ${month} does.`;
}

/** The two readings of a date of the file that does not say which number is the day. */
function openDay({ sheets }: Import, chosen: ChosenSheet[], locale: Locale) {
  const text = ambiguousDay(sheets, chosen);
  const [, a = '', b = '', year = ''] = /^\D*(\d+)\D+(\d+)\D+(\d+)/.exec(text ?? '') ?? [];
  if (!text || !year) return undefined;
  const reading = (month: string, day: string) =>
    formatDay(`${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, locale);
  return { text, dayFirst: reading(b, a), monthFirst: reading(a, b) };
}

const fullYear = (year: string) => (year.length === 2 ? `20${year}` : year.padStart(4, '0'));

/** The result of an import, and of its undo. */
export async function resultView(viewer: Viewer, importRecord: Import, locale: Locale) {
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
    deals: `${list}?import=${id}`,
    mayUndo: !undoneAt && created + updated > 0 && mayUndoImport(viewer, importRecord),
    undone: undoneAt
      ? {
          at: formatDateTime(undoneAt, locale),
          ...(await undoneImport(viewer, { id, undoneAt })),
        }
      : undefined,
  };
}
export type ResultView = Awaited<ReturnType<typeof resultView>>;
