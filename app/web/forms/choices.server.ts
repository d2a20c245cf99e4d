import type { Import, RowChoice } from '#db/schema';
import { KINDS } from '~/models/import/labels';
import { type Choices, rowsShown, type Take } from '~/models/import/compare/preview.server';
import { chosenValue, listChecks } from '~/models/import/compare/checks.server';
import { readForm } from './request.server';

const CHOICES: readonly RowChoice[] = ['create', 'update', 'skip'];
const TAKES: readonly Take[] = ['mine', 'theirs'];
/** What the buttons of the preview do besides saving what was chosen. */
const STEPS = ['import', 'compare', 'keep'] as const;

/**
 * What the form of a page of the preview chose: for the rows that the page of this address shows, or
 * for all of their kind; and what to do next, `to` being the query of the page to show then.
 */
export async function readChoices(importRecord: Import, request: Request) {
  const { searchParams, search } = new URL(request.url);
  const { kind, rows: shown } = await rowsShown(importRecord, searchParams);
  const rows = shown.map(({ n, outcome }) => {
    const conflicts = (outcome?.fields ?? []).filter(({ isConflict }) => isConflict);
    return { n, conflicts: conflicts.map(({ field }) => field) };
  });
  const names = rows.flatMap(({ n, conflicts }) => [
    `choice-${n}`,
    ...conflicts.map((field) => `take-${n}-${field}`),
  ]);
  const checks = await listChecks(importRecord);
  const checkNames = checks.map(({ first, field }) => `check-${first.n}-${field}`);
  const form = await readForm(request, {
    text: ['do', 'to', 'all', 'take', ...names, ...checkNames],
  });
  const read = <T extends string>(known: readonly T[], name: string) =>
    known.find((option) => option === form.get(name));
  const settled = await Promise.all(
    checks.map(async (check, i) => {
      const sent = form.get(checkNames[i]!)?.trim();
      return {
        check,
        to: sent === undefined ? undefined : await chosenValue(importRecord, check, sent),
      };
    }),
  );
  const single: Choices = {
    rows: rows.flatMap(({ n }) => {
      const choice = read(CHOICES, `choice-${n}`);
      return choice ? [{ n, choice }] : [];
    }),
    fields: rows.flatMap(({ n, conflicts }) =>
      conflicts.flatMap((field) => {
        const take = read(TAKES, `take-${n}-${field}`);
        return take ? [{ n, field, take }] : [];
      }),
    ),
    checks: settled.flatMap(({ check, to }) =>
      to === undefined || to === check.to ? [] : [{ check, to }],
    ),
  };
  const [all, take] = [read(CHOICES, 'all'), read(TAKES, 'take')];
  const choices: Choices[] = [single];
  if (all) choices.push({ kind, choice: all });
  if (take && kind === 'conflict') choices.push({ kind, take });
  return { choices, step: read(STEPS, 'do'), to: pageQuery(form.get('to') ?? search) };
}

function pageQuery(query: string): string {
  const params = new URLSearchParams(query);
  const kind = KINDS.find((known) => known === params.get('kind'));
  const page = /^[1-9]\d{0,6}$/.exec(params.get('page') ?? '')?.[0];
  const pageParams = new URLSearchParams({ ...(kind && { kind }), ...(page && { page }) });
  return pageParams.size ? `?${pageParams}` : '';
}
