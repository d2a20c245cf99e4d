import type { ColumnAmount, CustomField, Import, ImportSheet } from '#db/schema';
import { listNewFieldProblems } from '~/domain/import/mapping/new-fields.server';
import { isTarget, KEEP_AS_FIELD } from '~/domain/import/mapping/targets';
import {
  findAmbiguousDate,
  guessSheetMapping,
  listColumnProblems,
  type SheetMapping,
} from '~/domain/import/mapping/validate';
import { FACTOR_LABELS } from '~/domain/import/values/amount-labels';
import type { FormFields, PostedForm } from '~/http/request/form.server';

const SHEET_CONTENTS: readonly ImportSheet['holds'][] = ['deals', 'evaluations', 'ignored'];

export function listMappingFields(sheets: ImportSheet[]): FormFields {
  const names = sheets.flatMap(({ headers, amounts = {} }, sheet) => [
    `holds-${sheet}`,
    `shown-${sheet}`,
    ...headers.flatMap((_, column) => [`target-${sheet}-${column}`, `name-${sheet}-${column}`]),
    ...Object.keys(amounts).flatMap((column) => [
      `currency-${sheet}-${column}`,
      `factor-${sheet}-${column}`,
    ]),
  ]);
  return { text: ['do', 'dayFirst', 'encoding', 'separator', ...names] };
}

/**
 * `isOther`: the content of a sheet was changed after its columns were shown, so they have to be
 * chosen again.
 */
export function readMappingForm(
  importRecord: Import,
  form: PostedForm<string>,
  fields: CustomField[],
) {
  const sheets = importRecord.sheets.map((sheet, index) => readSheetMapping(sheet, index, form));
  const chosen = sheets.map(({ isOther: _, ...sheet }): SheetMapping => sheet);
  const days = form.get('dayFirst');
  const dayFirst = days === 'yes' ? true : days === 'no' ? false : null;
  return {
    chosen,
    dayFirst,
    isOther: form.get('do') === 'look' || sheets.some(({ isOther }) => isOther),
    problems: [
      ...listColumnProblems(importRecord.sheets, chosen),
      ...listNewFieldProblems(fields, importRecord.sheets, chosen),
    ],
    isDayOpen: dayFirst === null && findAmbiguousDate(importRecord.sheets, chosen) !== undefined,
  };
}

function readSheetMapping(sheet: ImportSheet, index: number, form: PostedForm<string>) {
  const holds = SHEET_CONTENTS.find((known) => known === form.get(`holds-${index}`)) ?? sheet.holds;
  const isOther = holds !== 'ignored' && form.get(`shown-${index}`) !== holds;
  if (isOther) return { isOther, ...guessSheetMapping(holds, sheet.headers) };
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
    readColumnAmount(
      form.get(`currency-${index}-${column}`),
      form.get(`factor-${index}-${column}`),
    ) ?? amount,
  ]);
  return {
    ...{ isOther, holds, targets },
    newNames: Object.fromEntries(newNames) as Record<number, string>,
    amounts: Object.fromEntries(amounts) as ImportSheet['amounts'],
  };
}

/** Returns undefined if the form did not show the choice. */
function readColumnAmount(
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
