import {
  type ColumnAmount,
  type Import,
  type ImportSheet,
  type OwnField,
  TEXT_ENCODINGS,
  TEXT_SEPARATORS,
  type TextLayout,
} from '#db/schema';
import { FACTOR_LABELS } from '~/models/import/amount-labels';
import { newFieldProblems } from '~/models/import/match/own.server';
import { columnProblems, guessedTargets } from '~/models/import/match/chosen';
import type { ChosenSheet } from '~/models/import/match/chosen';
import { isTarget, KEEP } from '~/models/import/match/targets';
import type { FormFields, PostedForm } from './request.server';
import { ambiguousDay } from '~/models/import/match/chosen';

const HOLDS: readonly ImportSheet['holds'][] = ['deals', 'evaluations', 'ignored'];

/** The fields of the form of an import's columns. */
export function columnFields(sheets: ImportSheet[]): FormFields {
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
 * What was chosen for the columns, and what is wrong with it: with `isOther`, a sheet is to hold
 * something else than its columns were shown for, so they have to be chosen again.
 */
export function readColumns(importRecord: Import, form: PostedForm<string>, fields: OwnField[]) {
  const sheets = importRecord.sheets.map((sheet, index) => readSheet(sheet, index, form));
  const chosen = sheets.map(({ isOther: _, ...sheet }): ChosenSheet => sheet);
  const days = form.get('dayFirst');
  const dayFirst = days === 'yes' ? true : days === 'no' ? false : null;
  return {
    chosen,
    dayFirst,
    isOther: form.get('do') === 'look' || sheets.some(({ isOther }) => isOther),
    problems: [
      ...columnProblems(importRecord.sheets, chosen),
      ...newFieldProblems(fields, importRecord.sheets, chosen),
    ],
    isDayOpen: dayFirst === null && ambiguousDay(importRecord.sheets, chosen) !== undefined,
  };
}

function readSheet(sheet: ImportSheet, index: number, form: PostedForm<string>) {
  const holds = HOLDS.find((known) => known === form.get(`holds-${index}`)) ?? sheet.holds;
  const isOther = holds !== 'ignored' && form.get(`shown-${index}`) !== holds;
  if (isOther) return { isOther, ...guessedTargets(holds, sheet.headers) };
  const targets = sheet.headers.map((_, column) => {
    const target = form.get(`target-${index}-${column}`);
    return target && isTarget(holds, target) ? target : null;
  });
  const newNames = targets.flatMap((target, column) => {
    const name = form.get(`name-${index}-${column}`);
    return target === KEEP.key && name !== null ? [[column, name]] : [];
  });
  const amounts = Object.entries(sheet.amounts ?? {}).map(([column, amount]) => [
    column,
    readAmount(form.get(`currency-${index}-${column}`), form.get(`factor-${index}-${column}`)) ??
      amount,
  ]);
  return {
    ...{ isOther, holds, targets },
    newNames: Object.fromEntries(newNames) as Record<number, string>,
    amounts: Object.fromEntries(amounts) as ImportSheet['amounts'],
  };
}

/** Undefined where the form did not show the choice. */
function readAmount(currency: string | null, factor: string | null): ColumnAmount | undefined {
  if (currency === null || factor === null) return undefined;
  const known = Object.keys(FACTOR_LABELS).find((label) => label === factor);
  const isCurrency = Intl.supportedValuesOf('currency').includes(currency);
  return {
    ...(isCurrency && { currency }),
    ...(known && known !== '1' && { factor: Number(known) }),
  };
}

/** How the form says that a text is to be read; what it does not say, or not well, is detected. */
export function readLayout(form: PostedForm<string>): Partial<TextLayout> {
  return {
    encoding: TEXT_ENCODINGS.find((encoding) => encoding === form.get('encoding')),
    separator: TEXT_SEPARATORS.find((separator) => separator === form.get('separator')),
  };
}
