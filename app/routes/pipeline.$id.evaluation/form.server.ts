import { parseWithZod } from '@conform-to/zod/v4';
import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { adoptHeaderScore } from '~/domain/evaluation/adopt-score.server';
import { updateEvaluationFromForm } from '~/domain/evaluation/form-conflict.server';
import { toEvaluationFormValues } from '~/domain/evaluation/form-values';
import { findEvaluation } from '~/domain/evaluation/get.server';
import {
  createEvaluationFormSchema,
  DEAL_SCORE_FORM_FIELDS,
  EVALUATION_FORM_FIELDS,
  EVALUATION_KEYS,
} from '~/domain/evaluation/schema';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { redirectAfterSave } from '~/http/forms/saved-submission.server';
import { readScoreChange } from '~/http/forms/score.server';
import { addStoredValues, listShownFields, type PostedForm } from '~/http/request/form.server';
import { readLocale } from '~/http/session/appearance.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';

interface SentEvaluation {
  form: PostedForm<(typeof EVALUATION_FORM_FIELDS.text)[number]>;
  stored: Awaited<ReturnType<typeof findEvaluation>>;
}

export async function submitEvaluation(
  request: Request,
  viewer: Viewer,
  id: number,
  { form, stored }: SentEvaluation,
) {
  const schema = createEvaluationFormSchema(listShownFields(form, EVALUATION_KEYS));
  const submission = parseWithZod(form, { schema });
  const failure = 'Failed to save evaluation';
  const result = addStoredValues(submission.reply(), form, toEvaluationFormValues(stored ?? {}));
  if (submission.status !== 'success') return data({ result, failure }, 400);
  const { value: saved, refused } = await catchDomainError(() =>
    updateEvaluationFromForm(viewer, id, {
      form,
      input: submission.value,
      locale: readLocale(request),
    }),
  );
  if (refused) return data({ result, failure: `${failure}. ${refused.message}` }, refused.status);
  if (saved.conflict) return data({ result, failure, conflict: saved.conflict }, 409);
  const text = `Evaluation saved successfully${saved.alsoChanged}`;
  return redirectAfterSave(
    request,
    viewer,
    getEvaluationPath(request, viewer, id),
    makeToast('Success', text),
  );
}

export async function adoptScore(
  request: Request,
  viewer: Viewer,
  id: number,
  form: PostedForm<(typeof DEAL_SCORE_FORM_FIELDS.text)[number]>,
) {
  const version = Number(form.get('version'));
  const { refused } = await catchDomainError(() =>
    adoptHeaderScore(viewer, id, { version, ...readScoreChange(form) }),
  );
  if (refused) {
    const why = `Failed to update evaluation score. ${refused.message}`;
    return redirectWithToast(getEvaluationPath(request, viewer, id), makeToast('Error', why, true));
  }
  return redirectWithToast(
    getEvaluationPath(request, viewer, id),
    makeToast('Success', 'Evaluation score updated successfully'),
  );
}

function getEvaluationPath(request: Request, viewer: Viewer, id: number): string {
  return `/pipeline/${id}/evaluation${buildFromQuery(request, viewer)}`;
}
