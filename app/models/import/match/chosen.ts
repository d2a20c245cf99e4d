import type { ImportSheet } from '#db/schema';
import type { FieldError } from '~/refusal';
import { settledDayFirst } from '~/models/import/compare/days';
import { findSheet, namesDeals, plainHeader } from './columns';
import { isTarget, KEEP, targetsOf } from './targets';

/** What the user chose for a sheet. */
export type ChosenSheet = Pick<ImportSheet, 'holds' | 'targets' | 'amounts'> & {
  /** By column, the names of new fields that are not the column's. */
  newNames?: Record<number, string>;
};

/** False for sheets that do not fit the file, which no form sends. */
export function fitsFile(sheets: ImportSheet[], chosen: ChosenSheet[]): boolean {
  return (
    chosen.length === sheets.length &&
    chosen.every(
      ({ holds, targets }, i) =>
        targets.length === sheets[i]!.headers.length &&
        targets.every((target) => target === null || isTarget(holds, target)),
    )
  );
}

const isNothing = (chosen: ChosenSheet[]) => chosen.every(({ holds }) => holds === 'ignored');
const isNameless = (sheet: ChosenSheet) => sheet.holds !== 'ignored' && !namesDeals(sheet);

/** Why the rows cannot be compared, as a program is told; the path of a sheet is 'sheets.0'. */
export function chosenProblems(sheets: ImportSheet[], chosen: ChosenSheet[]): FieldError[] {
  if (isNothing(chosen)) return [{ path: 'sheets', message: 'Please choose a sheet to import' }];
  return chosen.flatMap((sheet, i) => {
    const nameless = isNameless(sheet) ? ['Please choose the column with the company name'] : [];
    const messages = [...nameless, ...twice(sheets[i]!, sheet).map(({ message }) => message)];
    return messages.map((message) => ({ path: `sheets.${i}`, message }));
  });
}

export interface ColumnProblem {
  sheet: number;
  /** Without it, the whole sheet is meant. */
  column?: number;
  message: string;
}

const NOTHING = 'Nothing would be imported. Choose what this sheet contains.';
const NO_NAME = 'Choose the column with the company name, or the Reference of an export.';

/** What has to be corrected on the page of the columns; empty if nothing has. */
export function columnProblems(
  sheets: Pick<ImportSheet, 'headers'>[],
  chosen: ChosenSheet[],
): ColumnProblem[] {
  if (isNothing(chosen)) return [{ sheet: 0, message: NOTHING }];
  return chosen.flatMap((choices, sheet) => [
    ...(isNameless(choices) ? [{ sheet, message: NO_NAME }] : []),
    ...twice(sheets[sheet]!, choices).map((problem) => ({ sheet, ...problem })),
  ]);
}

function twice({ headers }: Pick<ImportSheet, 'headers'>, { holds, targets }: ChosenSheet) {
  if (holds === 'ignored') return [];
  return targets.flatMap((target, column) => {
    const first = targets.indexOf(target);
    if (!target || target === KEEP.key || first === column) return [];
    const label = targetsOf(holds).find(({ key }) => key === target)?.label ?? 'this field';
    const message = `'${headers[first]}' is already used for ${label}. Choose another, or Ignore.`;
    return [{ column, message }];
  });
}

/** The fields for the same columns if the sheet holds something else. */
export function guessedTargets(holds: ImportSheet['holds'], headers: string[]): ChosenSheet {
  const match = findSheet('', [headers]);
  if (match?.holds === holds) return { holds, targets: match.targets };
  const byLabel = new Map(targetsOf(holds).map(({ key, label }) => [plainHeader(label), key]));
  return { holds, targets: headers.map((header) => byLabel.get(plainHeader(header)) ?? null) };
}

/**
 * A date that can be read in two ways, in a column of dates of which none can be read only one way;
 * undefined if there is none.
 */
export function ambiguousDay(sheets: ImportSheet[], chosen: ChosenSheet[]): string | undefined {
  for (const [sheet, { holds, targets }] of chosen.entries()) {
    const column = holds === 'deals' ? targets.indexOf('targetClosingDate') : -1;
    const day = sheets[sheet]?.openDays?.[column];
    const isSettled = settledDayFirst(sheets[sheet] ?? {}, column) !== undefined;
    if (day !== undefined && !isSettled) return day;
  }
  return undefined;
}
