import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { decideValues } from '~/domain/import/preview/decide-values.server';
import { findTypedProblems } from '~/domain/import/preview/typed-values.server';
import { getImport } from '~/domain/import/record/get.server';
import type { DomainError } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { type FormFields, readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { waitBriefly } from '~/http/request/wait-briefly.server';
import { catchDomainError } from '~/result.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { parseValuesForm, type PresetValues } from './parse-values.server';
import { hasValuesPage, loadPresetValues, toValuesView } from './view.server';

const CHANGED = 'The values have changed in the meantime. Please choose again.';

const INVALID = 'Please correct the marked fields below.';

export const action = formAction({
  savesSubmission: true,
  async handler({ viewer, request, params }) {
    const importRecord = await getImport(viewer, parseId(params.id));
    if (!hasValuesPage(importRecord)) return { redirectTo: getImportStagePath(importRecord) };
    const preset = await loadPresetValues(viewer, importRecord);
    const form = await readForm(request, listValueFields(preset));
    if (form.get('version') !== preset.version)
      return data({ values: await toValuesView(importRecord, preset), problem: CHANGED }, 409);
    const { typed, shown, ...decision } = parseValuesForm(preset, form);
    const problems = await findTypedProblems(importRecord, typed);
    if (Object.keys(problems).length)
      return data(
        { values: await toValuesView(importRecord, shown, problems), problem: INVALID },
        400,
      );
    const decided = await catchDomainError(() => decideValues(viewer, importRecord.id, decision));
    if (!decided.ok) return showRejectedValues(viewer, importRecord.id, shown, decided.error);
    await waitBriefly(decided.value.compared);
    return { redirectTo: `/import/${importRecord.id}` };
  },
});

async function showRejectedValues(
  viewer: Viewer,
  id: number,
  shown: PresetValues,
  { status, message }: DomainError,
) {
  const importRecord = await getImport(viewer, id);
  if (!hasValuesPage(importRecord)) return { redirectTo: getImportStagePath(importRecord) };
  return data({ values: await toValuesView(importRecord, shown), problem: message }, status);
}

function listValueFields({ fields }: PresetValues): FormFields {
  const names = fields.flatMap(({ values }, index) =>
    values.flatMap((_, i) => [`choice-${index}-${i}`, `text-${index}-${i}`]),
  );
  return { text: ['others', 'version', ...names] };
}
