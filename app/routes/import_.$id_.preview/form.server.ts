import { data } from '@remix-run/node';
import type { FieldValue, Import, ImportRow, RowChoice, RowKind } from '#db/schema';
import { applyImport } from '~/domain/import/apply/apply.server';
import { type Check, listChecks, parseChosenValue } from '~/domain/import/preview/checks.server';
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
import { type PostedForm, readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { getCheckControl, getConflictControl, getRowControl } from './control-names';
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
  async onError({ status, reason }, { viewer, params }) {
    if (status === 404) return undefined;
    const importRecord = await getImport(viewer, parseId(params.id));
    if (importRecord.state !== 'preview') return { redirectTo: getImportStagePath(importRecord) };
    return data({ problem: reason, isOutdated: status === 409 }, status);
  },
});

async function readPreviewForm(importRecord: Import, request: Request) {
  const { searchParams, search } = new URL(request.url);
  const { kind, rows } = await listShownRows(importRecord, searchParams);
  const conflicts = rows.flatMap(listConflicts);
  const checks = await listChecks(importRecord);
  const form = await readForm(request, {
    text: [
      'do',
      'to',
      'all',
      'take',
      ...rows.map(({ n }) => getRowControl(n)),
      ...conflicts.map(getConflictControl),
      ...checks.map(getCheckControl),
    ],
  });
  const single: RowChoices = {
    rows: rows.flatMap(({ n }) => {
      const choice = findOption(CHOICES, form.get(getRowControl(n)));
      return choice ? [{ n, choice }] : [];
    }),
    fields: conflicts.flatMap((conflict) => {
      const take = findOption(CONFLICT_SIDES, form.get(getConflictControl(conflict)));
      return take ? [{ ...conflict, take }] : [];
    }),
    checks: await parseChangedChecks(importRecord, checks, form),
  };
  return {
    choices: [single, ...parseBulkChoices(kind, form)],
    step: findOption(PREVIEW_ACTIONS, form.get('do')),
    to: buildPageQuery(form.get('to') ?? search),
  };
}

function listConflicts({ n, outcome }: ImportRow): { n: number; field: string }[] {
  const conflicts = (outcome?.fields ?? []).filter(({ isConflict }) => isConflict);
  return conflicts.map(({ field }) => ({ n, field }));
}

async function parseChangedChecks(
  importRecord: Import,
  checks: Check[],
  form: PostedForm<string>,
): Promise<{ check: Check; to: FieldValue }[]> {
  const parsed = await Promise.all(
    checks.map(async (check) => {
      const sent = form.get(getCheckControl(check))?.trim();
      const to = sent === undefined ? undefined : await parseChosenValue(importRecord, check, sent);
      return { check, to };
    }),
  );
  return parsed.flatMap(({ check, to }) =>
    to === undefined || to === check.to ? [] : [{ check, to }],
  );
}

/** Parses the choices for all rows of the shown kind, also those on other pages. */
function parseBulkChoices(kind: RowKind, form: PostedForm<'all' | 'take'>): RowChoices[] {
  const all = findOption(CHOICES, form.get('all'));
  const take = findOption(CONFLICT_SIDES, form.get('take'));
  return [
    ...(all ? [{ kind, choice: all }] : []),
    ...(take && kind === 'conflict' ? [{ kind, take }] : []),
  ];
}

function findOption<Option extends string>(
  options: readonly Option[],
  sent: string | null,
): Option | undefined {
  return options.find((option) => option === sent);
}

function buildPageQuery(query: string): string {
  const params = new URLSearchParams(query);
  const kind = PREVIEW_ROW_KINDS.find((known) => known === params.get('kind'));
  const page = /^[1-9]\d{0,6}$/.exec(params.get('page') ?? '')?.[0];
  const pageParams = new URLSearchParams({ ...(kind && { kind }), ...(page && { page }) });
  return pageParams.size ? `?${pageParams}` : '';
}
