import type { ImportSheet } from '#db/schema';
import { settledDayFirst } from '~/models/import/compare/days';
import { isTarget, KEEP, targetsOf } from './targets';

/** What the user chose for a sheet. */
export type ChosenSheet = Pick<ImportSheet, 'holds' | 'targets'>;

interface Problem {
  path: string;
  message: string;
}

function doubled(targets: (string | null)[]): string | undefined {
  const isTwice = (target: string, i: number) =>
    target !== KEEP.key && targets.indexOf(target) !== i;
  return targets.find((target, i) => target !== null && isTwice(target, i)) ?? undefined;
}

function problemOf({ holds, targets }: ChosenSheet): string | undefined {
  if (holds === 'ignored') return undefined;
  const twice = doubled(targets);
  const label = targetsOf(holds).find(({ key }) => key === twice)?.label ?? 'The same field';
  if (twice) return `${label} is chosen for two columns. Please choose one of them`;
  const namesDeal = targets.includes('companyName') || targets.includes('reference');
  return namesDeal ? undefined : 'Please choose the column with the company name';
}

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

/** What the user has to choose in another way; the path of a sheet is 'sheets.0'. */
export function chosenProblems(chosen: ChosenSheet[]): Problem[] {
  if (chosen.every(({ holds }) => holds === 'ignored'))
    return [{ path: 'sheets', message: 'Please choose a sheet to import' }];
  return chosen.flatMap((sheet, i) => {
    const message = problemOf(sheet);
    return message ? [{ path: `sheets.${i}`, message }] : [];
  });
}

/**
 * A date that can be read in two ways, in a column of dates of which none can be read only one way;
 * undefined if there is none.
 */
export function ambiguousDay(sheets: ImportSheet[], chosen: ChosenSheet[]): string | undefined {
  for (const [sheet, { holds, targets }] of chosen.entries()) {
    const column = holds === 'deals' ? targets.indexOf('targetClosingDate') : -1;
    const found = sheets[sheet]?.openDays?.[column];
    const isSettled = settledDayFirst(sheets[sheet] ?? {}, column) !== undefined;
    if (found !== undefined && !isSettled) return found;
  }
  return undefined;
}
