import type { CustomField, ImportSheet } from '#db/schema';
import { toCustomFieldNames } from '~/domain/custom-field/names';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { findDayFirst } from '~/domain/import/values/dates';
import type { FieldError } from '~/errors';
import { findSheet, hasDealColumn } from './find-sheet';
import { normalizeHeader } from './header';
import { isRepeatableTarget, isTarget, listTargets } from './targets';

export type SheetMapping = Pick<
  ImportSheet,
  'holds' | 'targets' | 'amounts' | 'chosenSeparators'
> & {
  newNames?: Record<number, string>;
};

/** Returns false for the mapping of another file, which no form sends. */
export function isMappingOfFile(sheets: ImportSheet[], chosen: SheetMapping[]): boolean {
  return (
    chosen.length === sheets.length &&
    chosen.every(
      ({ holds, targets }, i) =>
        targets.length === sheets[i]!.headers.length &&
        targets.every((target) => target === null || isTarget(holds, target)),
    )
  );
}

const isEverythingIgnored = (chosen: SheetMapping[]) =>
  chosen.every(({ holds }) => holds === 'ignored');
const isMissingCompany = (sheet: SheetMapping) =>
  sheet.holds !== 'ignored' && !hasDealColumn(sheet);

export function listMappingErrors(sheets: ImportSheet[], chosen: SheetMapping[]): FieldError[] {
  if (isEverythingIgnored(chosen))
    return [{ path: 'sheets', message: 'Please choose a sheet to import' }];
  return chosen.flatMap((sheet, i) => {
    const nameless = isMissingCompany(sheet)
      ? ['Please choose the column with the company name']
      : [];
    const messages = [
      ...nameless,
      ...listRepeatedTargets(sheets[i]!, sheet).map(({ message }) => message),
    ];
    return messages.map((message) => ({ path: `sheets.${i}`, message }));
  });
}

export interface ColumnProblem {
  sheet: number;
  column?: number;
  message: string;
}

const NOTHING_IMPORTED = 'Nothing would be imported. Choose what this sheet contains.';
const NO_COMPANY_COLUMN = 'Choose the column with the company name, or the Reference of an export.';

export function listColumnProblems(
  sheets: Pick<ImportSheet, 'headers'>[],
  chosen: SheetMapping[],
): ColumnProblem[] {
  if (isEverythingIgnored(chosen)) return [{ sheet: 0, message: NOTHING_IMPORTED }];
  return chosen.flatMap((choices, sheet) => [
    ...(isMissingCompany(choices) ? [{ sheet, message: NO_COMPANY_COLUMN }] : []),
    ...listRepeatedTargets(sheets[sheet]!, choices).map((problem) => ({ sheet, ...problem })),
  ]);
}

function listRepeatedTargets(
  { headers }: Pick<ImportSheet, 'headers'>,
  { holds, targets }: SheetMapping,
) {
  if (holds === 'ignored') return [];
  return targets.flatMap((target, column) => {
    const first = targets.indexOf(target);
    if (!target || isRepeatableTarget(target) || first === column) return [];
    const label = listTargets(holds).find(({ key }) => key === target)?.label ?? 'this field';
    const message = `'${headers[first]}' is already used for ${label}. Choose another, or Ignore.`;
    return [{ column, message }];
  });
}

export function guessSheetMapping(holds: ImportSheet['holds'], headers: string[]): SheetMapping {
  const match = findSheet('', [headers]);
  if (match?.holds === holds) return { holds, targets: match.targets };
  const byLabel = new Map(
    listTargets(holds).map(({ key, label }) => [normalizeHeader(label), key]),
  );
  return { holds, targets: headers.map((header) => byLabel.get(normalizeHeader(header)) ?? null) };
}

export interface AmbiguousDate {
  header: string;
  text: string;
}

/** Returns the first ambiguous date of each column of days whose other dates do not settle the order. */
export function listAmbiguousDates(
  sheets: ImportSheet[],
  chosen: SheetMapping[],
  fields: Pick<CustomField, 'key' | 'kind'>[],
): AmbiguousDate[] {
  const dayTargets = new Set<string | null>([
    ...DEAL_FIELDS.filter(({ kind }) => kind === 'day').map(({ key }) => key),
    'nextMeetingDate',
    ...toCustomFieldNames(fields.filter(({ kind }) => kind === 'day')),
  ]);
  return chosen.flatMap(({ holds, targets }, index) => {
    const sheet = sheets[index];
    if (!sheet || holds !== 'deals') return [];
    return targets.flatMap((target, column): AmbiguousDate[] => {
      const text = sheet.openDays?.[column];
      const isOpen = text !== undefined && findDayFirst(sheet, column) === undefined;
      return isOpen && dayTargets.has(target)
        ? [{ header: sheet.headers[column] ?? '', text }]
        : [];
    });
  });
}
