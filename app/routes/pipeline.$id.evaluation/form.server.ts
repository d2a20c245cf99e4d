import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getEditableDeal } from '~/domain/deal/get.server';
import { adoptHeaderScore } from '~/domain/evaluation/adopt-score.server';
import { updateEvaluationResolvingConflicts } from '~/domain/evaluation/form-conflict.server';
import { toEvaluationFormValues } from '~/domain/evaluation/form-values';
import { findEvaluation } from '~/domain/evaluation/get.server';
import {
  createEvaluationFormSchema,
  DEAL_SCORE_FORM_FIELDS,
  EVALUATION_FORM_FIELDS,
  EVALUATION_KEYS,
} from '~/domain/evaluation/schema';
import { formAction } from '~/http/forms/form-action.server';
import { parseFormBase } from '~/http/forms/form-base.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { parseScoreChange, repeatReason } from '~/http/forms/score.server';
import { addStoredValues, listShownFields } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { formatAlsoChanged, toFormConflictView } from '~/ui/form/form-conflict-view.server';

const FAILED_MESSAGE = 'Failed to save evaluation';

export const action = formAction({
  fields: { text: [...EVALUATION_FORM_FIELDS.text, ...DEAL_SCORE_FORM_FIELDS.text] },
  savesSubmission: true,
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    await getEditableDeal(viewer, id);
    const redirectTo = getEvaluationPath(request, viewer, id);
    if (form.get('intent') === 'deal-score') {
      const version = Number(form.get('version'));
      await adoptHeaderScore(viewer, id, { version, ...parseScoreChange(form) });
      const text = 'Evaluation score updated successfully';
      const back = parseSafePath(form.get('back')) ?? redirectTo;
      return { redirectTo: back, toast: { title: 'Success', text } };
    }
    const { submission, result } = await parseEvaluationForm(viewer, id, form);
    if (submission.status !== 'success') return data({ result, failure: FAILED_MESSAGE }, 400);
    const saved = await updateEvaluationResolvingConflicts(viewer, id, {
      base: parseFormBase(form),
      input: submission.value,
    });
    if (!saved.ok) {
      const conflict = toFormConflictView(saved.error, readLocale(request));
      return data({ result, failure: FAILED_MESSAGE, conflict }, 409);
    }
    const text = `Evaluation saved successfully${formatAlsoChanged(saved.value)}`;
    return { redirectTo, toast: { title: 'Success', text } };
  },
  async onError({ status, message }, { viewer, request, params, form }) {
    if (status === 403 || status === 404) return undefined;
    const id = parseId(params.id);
    if (form.get('intent') === 'deal-score') {
      const text = `Failed to update evaluation score. ${message}${repeatReason(form)}`;
      const toast = { title: 'Error', text, failed: true };
      const back = parseSafePath(form.get('back')) ?? getEvaluationPath(request, viewer, id);
      return { redirectTo: back, toast };
    }
    const { result } = await parseEvaluationForm(viewer, id, form);
    return data({ result, failure: `${FAILED_MESSAGE}. ${message}` }, status);
  },
});

async function parseEvaluationForm(viewer: Viewer, id: number, form: FormData) {
  const stored = await findEvaluation(viewer, id);
  const schema = createEvaluationFormSchema(listShownFields(form, EVALUATION_KEYS));
  const submission = parseWithZod(form, { schema });
  const values = toEvaluationFormValues(stored ?? {});
  return { submission, result: addStoredValues(submission.reply(), form, values) };
}

function getEvaluationPath(request: Request, viewer: Viewer, id: number): string {
  return `/pipeline/${id}/evaluation${buildFromQuery(request, viewer)}`;
}
