import { data } from '@remix-run/node';
import type { ColumnAmount, CustomField, Import, ImportSheet } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { listNewFieldProblems } from '~/domain/import/mapping/new-fields.server';
import { isUnmappedColumn } from '~/domain/import/mapping/skipped-parts';
import { APPEND_TO_COMMENTS, isTarget, KEEP_AS_FIELD } from '~/domain/import/mapping/targets';
import {
  guessSheetMapping,
  listAmbiguousDates,
  listColumnProblems,
  type SheetMapping,
} from '~/domain/import/mapping/validate';
import { startComparison } from '~/domain/import/preview/start.server';
import { parseTextLayout } from '~/domain/import/reading/text-layout.server';
import { getImport } from '~/domain/import/record/get.server';
import { discardImport } from '~/domain/import/upload/discard.server';
import { rereadImport } from '~/domain/import/upload/reread.server';
import { FACTOR_LABELS } from '~/domain/import/values/amount-labels';
import type { Locale } from '~/format/locale';
import { formAction } from '~/http/forms/form-action.server';
import type { FormFields, PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { waitBriefly } from '~/http/request/wait-briefly.server';
import { readLocale } from '~/http/session/appearance.server';
import { beginImport } from '~/http/session/limits.server';
import { loadMappingView } from './view.server';

const SHEET_CONTENTS: readonly ImportSheet['holds'][] = ['deals', 'evaluations', 'ignored'];

export const action = formAction({
  fields: async ({ viewer, params }) =>
    listMappingFields((await getImport(viewer, parseId(params.id))).sheets),
  async handler({ viewer, request, params, form }) {
    const importRecord = await getImport(viewer, parseId(params.id));
    const { id } = importRecord;
    if (form.get('do') === 'discard') {
      const file = await discardImport(viewer, id);
      const toast = { title: 'Import discarded', text: `${file} was not imported.` };
      return { redirectTo: '/import', toast };
    }
    if (form.get('do') === 'read') {
      await rereadFile(viewer, importRecord, form);
      return { redirectTo: `/import/${id}` };
    }
    const { chosen, dayFirst, problems, isContentChanged, isDayOpen } = await checkMapping(
      importRecord,
      form,
    );
    if (isContentChanged || problems.length || isDayOpen) {
      const reply = await replyWithMapping(viewer, importRecord, form, readLocale(request));
      return data(reply, isContentChanged ? 200 : 400);
    }
    const { compared } = await startComparison(viewer, id, {
      sheets: chosen,
      dayFirst,
      isByPerson: true,
    });
    await waitBriefly(compared);
    return { redirectTo: `/import/${id}` };
  },
  async onError({ status, message }, { viewer, request, params, form }) {
    if (form.get('do') === 'discard') return undefined;
    const importRecord = await getImport(viewer, parseId(params.id));
    const reply = await replyWithMapping(viewer, importRecord, form, readLocale(request));
    return data({ ...reply, problem: message }, status);
  },
});

function listMappingFields(sheets: ImportSheet[]): FormFields {
  const names = sheets.flatMap(({ headers, amounts = {} }, sheet) => [
    `holds-${sheet}`,
    `shown-${sheet}`,
    ...headers.flatMap((_, column) => [`target-${sheet}-${column}`, `name-${sheet}-${column}`]),
    ...Object.keys(amounts).flatMap((column) => [
      `currency-${sheet}-${column}`,
      `factor-${sheet}-${column}`,
    ]),
  ]);
  return { text: ['do', 'others', 'dayFirst', 'encoding', 'separator', ...names] };
}

const OTHER_TARGETS: Record<string, string | undefined> = {
  keep: KEEP_AS_FIELD.key,
  append: APPEND_TO_COMMENTS.key,
};

function fillOpenColumns(
  sheet: ImportSheet,
  targets: (string | null)[],
  others: string,
): (string | null)[] {
  return targets.map((target, column) =>
    target === null && isUnmappedColumn(sheet, column) ? others : target,
  );
}

/**
 * `isContentChanged`: the content of a sheet was changed after its columns were shown, so they have to be
 * chosen again.
 */
function parseMappingForm(importRecord: Import, form: PostedForm<string>, fields: CustomField[]) {
  const sheets = importRecord.sheets.map((sheet, index) => parseSheetMapping(sheet, index, form));
  const others = form.get('do') ? null : (OTHER_TARGETS[form.get('others') ?? ''] ?? null);
  const chosen = sheets.map(({ isContentChanged: _, ...sheet }, index): SheetMapping => {
    if (others === null || sheet.holds !== 'deals') return sheet;
    return {
      ...sheet,
      targets: fillOpenColumns(importRecord.sheets[index]!, sheet.targets, others),
    };
  });
  const days = form.get('dayFirst');
  const dayFirst = days === 'yes' ? true : days === 'no' ? false : null;
  return {
    chosen,
    dayFirst,
    isContentChanged:
      form.get('do') === 'look' || sheets.some(({ isContentChanged }) => isContentChanged),
    problems: [
      ...listColumnProblems(importRecord.sheets, chosen),
      ...listNewFieldProblems(fields, importRecord.sheets, chosen),
    ],
    isDayOpen:
      dayFirst === null && listAmbiguousDates(importRecord.sheets, chosen, fields).length > 0,
  };
}

function parseSheetMapping(sheet: ImportSheet, index: number, form: PostedForm<string>) {
  const holds = SHEET_CONTENTS.find((known) => known === form.get(`holds-${index}`)) ?? sheet.holds;
  const isContentChanged = holds !== 'ignored' && form.get(`shown-${index}`) !== holds;
  if (isContentChanged) return { isContentChanged, ...guessSheetMapping(holds, sheet.headers) };
  const targets = sheet.headers.map((_, column) => {
    const target = form.get(`target-${index}-${column}`);
    return target && isTarget(holds, target) ? target : null;
  });
  const newNames = targets.flatMap((target, column) => {
    const name = form.get(`name-${index}-${column}`);
    return target === KEEP_AS_FIELD.key && name !== null ? [[column, name]] : [];
  });
  const amounts = Object.entries(sheet.amounts ?? {}).map(([column, amount]) => [
    column,
    parseColumnAmount(
      form.get(`currency-${index}-${column}`),
      form.get(`factor-${index}-${column}`),
    ) ?? amount,
  ]);
  return {
    isContentChanged,
    holds,
    targets,
    newNames: Object.fromEntries(newNames) as Record<number, string>,
    amounts: Object.fromEntries(amounts) as ImportSheet['amounts'],
  };
}

function parseColumnAmount(
  currency: string | null,
  factor: string | null,
): ColumnAmount | undefined {
  if (currency === null || factor === null) return undefined;
  const known = Object.keys(FACTOR_LABELS).find((label) => label === factor);
  const isCurrency = Intl.supportedValuesOf('currency').includes(currency);
  return {
    ...(isCurrency && { currency }),
    ...(known && known !== '1' && { factor: Number(known) }),
  };
}

async function checkMapping(importRecord: Import, form: PostedForm<string>) {
  return parseMappingForm(importRecord, form, await listCustomFields());
}

async function replyWithMapping(
  viewer: Viewer,
  importRecord: Import,
  form: PostedForm<string>,
  locale: Locale,
) {
  const { chosen, ...problems } = await checkMapping(importRecord, form);
  const columns = await loadMappingView(viewer, importRecord, chosen, locale);
  return { columns, problem: undefined as string | undefined, ...problems };
}

async function rereadFile(viewer: Viewer, { id }: Import, form: PostedForm<string>) {
  const release = await beginImport(viewer);
  try {
    const { read } = await rereadImport(
      viewer,
      id,
      parseTextLayout(form.get('encoding'), form.get('separator')),
    );
    await waitBriefly(read);
    void read.then(release, release);
  } catch (error) {
    release();
    throw error;
  }
}
