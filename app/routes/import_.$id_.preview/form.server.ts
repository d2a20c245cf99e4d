import { data } from '@remix-run/node';
import type { Import, RowChoice } from '#db/schema';
import { applyImport } from '~/domain/import/apply/apply.server';
import { listChecks, parseChosenValue } from '~/domain/import/preview/checks.server';
import {
  chooseRows,
  type ConflictChoice,
  type RowChoices,
} from '~/domain/import/preview/choose.server';
import { assertDecided } from '~/domain/import/preview/plan.server';
import { compareAgain } from '~/domain/import/preview/start.server';
import { getImport } from '~/domain/import/record/get.server';
import { PREVIEW_ROW_KINDS } from '~/format/import';
import { formAction } from '~/http/forms/form-action.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { listShownRows } from './shown-rows.server';

const CHOICES: readonly RowChoice[] = ['create', 'update', 'fill', 'skip'];
const CONFLICT_SIDES: readonly ConflictChoice[] = ['mine', 'theirs'];

const PREVIEW_ACTIONS = ['import', 'compare', 'keep'] as const;

export const action = formAction({
  async handler({ viewer, request, params }) {
    const importRecord = await getImport(viewer, parseId(params.id));
    if (importRecord.state !== 'preview') return { redirectTo: getImportStagePath(importRecord) };
    const { choices, step, to } = await readPreviewForm(importRecord, request);
    for (const choice of choices) await chooseRows(viewer, importRecord.id, choice);
    if (step === 'compare') await compareAgain(viewer, importRecord, importRecord.valueChoices);
    if (step === 'import') {
      await assertDecided(importRecord);
      await applyImport(viewer, importRecord.id);
    }
    if (step === 'keep') return data(null);
    if (step) return { redirectTo: `/import/${importRecord.id}` };
    return { redirectTo: `/import/${importRecord.id}/preview${to}` };
  },
  async onError({ status, message }, { viewer, params }) {
    if (status === 404) return undefined;
    const importRecord = await getImport(viewer, parseId(params.id));
    if (importRecord.state !== 'preview') return { redirectTo: getImportStagePath(importRecord) };
    return data({ problem: message, isOutdated: status === 409 }, status);
  },
});

async function readPreviewForm(importRecord: Import, request: Request) {
  const { searchParams, search } = new URL(request.url);
  const { kind, rows: shown } = await listShownRows(importRecord, searchParams);
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
        to: sent === undefined ? undefined : await parseChosenValue(importRecord, check, sent),
      };
    }),
  );
  const single: RowChoices = {
    rows: rows.flatMap(({ n }) => {
      const choice = read(CHOICES, `choice-${n}`);
      return choice ? [{ n, choice }] : [];
    }),
    fields: rows.flatMap(({ n, conflicts }) =>
      conflicts.flatMap((field) => {
        const take = read(CONFLICT_SIDES, `take-${n}-${field}`);
        return take ? [{ n, field, take }] : [];
      }),
    ),
    checks: settled.flatMap(({ check, to }) =>
      to === undefined || to === check.to ? [] : [{ check, to }],
    ),
  };
  const all = read(CHOICES, 'all');
  const take = read(CONFLICT_SIDES, 'take');
  const choices: RowChoices[] = [single];
  if (all) choices.push({ kind, choice: all });
  if (take && kind === 'conflict') choices.push({ kind, take });
  return {
    choices,
    step: read(PREVIEW_ACTIONS, 'do'),
    to: buildPageQuery(form.get('to') ?? search),
  };
}

function buildPageQuery(query: string): string {
  const params = new URLSearchParams(query);
  const kind = PREVIEW_ROW_KINDS.find((known) => known === params.get('kind'));
  const page = /^[1-9]\d{0,6}$/.exec(params.get('page') ?? '')?.[0];
  const pageParams = new URLSearchParams({ ...(kind && { kind }), ...(page && { page }) });
  return pageParams.size ? `?${pageParams}` : '';
}
