import type { Import, ImportSheet } from '#db/schema';
import { columnProblems, guessedTargets } from '~/models/import/match/chosen';
import type { ChosenSheet } from '~/models/import/match/chosen';
import { isTarget } from '~/models/import/match/targets';
import type { FormFields, PostedForm } from './request.server';
import { ambiguousDay } from '~/models/import/match/chosen';

const HOLDS: readonly ImportSheet['holds'][] = ['deals', 'evaluations', 'ignored'];

/** The fields of the form of an import's columns. */
export function columnFields(sheets: ImportSheet[]): FormFields {
  const names = sheets.flatMap(({ headers }, sheet) => [
    `holds-${sheet}`,
    `shown-${sheet}`,
    ...headers.map((_, column) => `target-${sheet}-${column}`),
  ]);
  return { text: ['do', 'dayFirst', ...names] };
}

/**
 * What was chosen for the columns, and what is wrong with it: with `isOther`, a sheet is to hold
 * something else than its columns were shown for, so they have to be chosen again.
 */
export function readColumns(importRecord: Import, form: PostedForm<string>) {
  const sheets = importRecord.sheets.map((sheet, index) => readSheet(sheet, index, form));
  const chosen = sheets.map(({ holds, targets }): ChosenSheet => ({ holds, targets }));
  const days = form.get('dayFirst');
  const dayFirst = days === 'yes' ? true : days === 'no' ? false : null;
  return {
    chosen,
    dayFirst,
    isOther: sheets.some(({ isOther }) => isOther),
    problems: columnProblems(importRecord.sheets, chosen),
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
  return { isOther, holds, targets };
}
