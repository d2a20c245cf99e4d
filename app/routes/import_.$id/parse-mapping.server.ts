import type { ColumnAmount, CustomField, DecimalSeparator, Import, ImportSheet } from '#db/schema';
import { listNewFieldProblems } from '~/domain/import/mapping/new-fields.server';
import { isUnmappedColumn } from '~/domain/import/mapping/skipped-parts';
import { APPEND_TO_COMMENTS, isTarget, KEEP_AS_FIELD } from '~/domain/import/mapping/targets';
import {
  guessSheetMapping,
  listAmbiguousDates,
  listColumnProblems,
  type SheetMapping,
} from '~/domain/import/mapping/validate';
import { FACTOR_LABELS } from '~/domain/import/values/amount-labels';
import type { PostedForm } from '~/http/request/form.server';

const SHEET_CONTENTS: readonly ImportSheet['holds'][] = ['deals', 'evaluations', 'ignored'];

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
export function parseMappingForm(
  importRecord: Import,
  form: PostedForm<string>,
  fields: CustomField[],
) {
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
    chosenSeparators: parseSeparators(sheet, index, form),
  };
}

function parseSeparators(
  { notations = {} }: ImportSheet,
  index: number,
  form: PostedForm<string>,
): Record<number, DecimalSeparator> {
  const chosen = Object.keys(notations).flatMap((column): [string, DecimalSeparator][] => {
    const separator = form.get(`decimals-${index}-${column}`);
    return separator === '.' || separator === ',' ? [[column, separator]] : [];
  });
  return Object.fromEntries(chosen);
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
