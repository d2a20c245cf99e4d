import type { ImportSheet } from '#db/schema';
import type { ChosenSheet } from './chosen';
import { findSheet, plainHeader } from './columns';
import { KEEP, targetsOf } from './targets';

export interface ColumnProblem {
  sheet: number;
  /** Without it, the whole sheet is meant. */
  column?: number;
  message: string;
}

const NOTHING = 'Nothing would be imported. Choose what this sheet holds.';
const NO_NAME = 'Choose the column with the company name, or the Reference of an export.';

/** What has to be corrected before the rows can be compared; empty if nothing has. */
export function columnProblems(
  sheets: Pick<ImportSheet, 'headers'>[],
  chosen: ChosenSheet[],
): ColumnProblem[] {
  if (chosen.every(({ holds }) => holds === 'ignored')) return [{ sheet: 0, message: NOTHING }];
  return chosen.flatMap((choices, sheet) => [
    ...missing(choices).map((message) => ({ sheet, message })),
    ...twice(sheets[sheet]!, choices).map((problem) => ({ sheet, ...problem })),
  ]);
}

function missing(chosen: ChosenSheet): string[] {
  return chosen.holds === 'ignored' || isNamed(chosen) ? [] : [NO_NAME];
}

function twice({ headers }: Pick<ImportSheet, 'headers'>, { holds, targets }: ChosenSheet) {
  if (holds === 'ignored') return [];
  return targets.flatMap((target, column) => {
    const first = targets.indexOf(target);
    if (!target || target === KEEP.key || first === column) return [];
    const label = targetsOf(holds).find(({ key }) => key === target)?.label ?? 'this field';
    const message = `'${headers[first]}' goes to ${label} already. Choose another, or Ignore.`;
    return [{ column, message }];
  });
}

/** The fields for the same columns if the sheet holds something else. */
export function guessedTargets(holds: ImportSheet['holds'], headers: string[]): ChosenSheet {
  const found = findSheet('', [headers]);
  if (found?.holds === holds) return { holds, targets: found.targets };
  const byLabel = new Map(targetsOf(holds).map(({ key, label }) => [plainHeader(label), key]));
  return { holds, targets: headers.map((header) => byLabel.get(plainHeader(header)) ?? null) };
}

const isNamed = ({ targets }: ChosenSheet) =>
  targets.includes('reference') || targets.includes('companyName');
