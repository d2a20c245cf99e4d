import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/auth.server';
import { EvaluationScreen } from '~/components/evaluation/evaluation-screen';
import { keepUnsent, unlessUnsent } from '~/components/forms/unsent';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { evaluationClashes, evaluationView } from '~/models/evaluation/view.server';
import { attempt } from '~/refusal.server';
import { type PostedForm, readForm, readId, shownFields, withStored } from '~/web/request.server';
import { deleteSentDraft, requireUserOrSaveDraft } from '~/web/drafts.server';
import type { Viewer } from '~/models/access';
import { evaluationVersion, formValues } from '~/models/evaluation/score';
import {
  DEAL_SCORE_FORM,
  EVALUATION_FORM,
  EVALUATION_INPUTS,
  evaluationForm,
} from '~/models/evaluation/schema';
import {
  adoptHeaderScore,
  findEvaluation,
  updateEvaluation,
} from '~/models/evaluation/write.server';
import { readSeenScore } from '~/web/score.server';
import { readLocale } from '~/web/appearance.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.deal.companyName} · ` : ''}Deal Evaluation · ${PRODUCT}` },
];

export const clientAction = keepUnsent;

export const shouldRevalidate = unlessUnsent;

export async function loader({ request, params }: LoaderFunctionArgs) {
  return evaluationView(await requireUser(request), readId(params.id), readLocale(request));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveDraft(request);
  const id = readId(params.id);
  const stored = await findEvaluation(viewer, id);
  const form = await readForm(request, FORMS);
  if (form.get('intent') === 'deal-score') return adoptScore(viewer, id, form);
  return save(request, viewer, id, form, stored);
}

/** The fields of both forms on the page. */
const FORMS = { text: [...EVALUATION_FORM.text, ...DEAL_SCORE_FORM.text] } as const;

const SAVED = makeToast('Success', 'Evaluation saved successfully');

async function save(
  request: Request,
  viewer: Viewer,
  id: number,
  form: PostedForm<(typeof EVALUATION_FORM.text)[number]>,
  stored: Awaited<ReturnType<typeof findEvaluation>>,
) {
  const schema = evaluationForm(shownFields(form, EVALUATION_INPUTS));
  const submission = parseWithZod(form, { schema });
  const failure = 'Failed to save evaluation';
  const reply = (current = stored) =>
    withStored(submission.reply(), form, formValues(current ?? {}));
  if (submission.status !== 'success') return data({ result: reply(), failure }, 400);
  const version = Number(form.get('version'));
  const { refused } = await attempt(() => updateEvaluation(viewer, id, submission.value, version));
  if (refused) {
    const { status, message } = refused;
    if (status !== 412) return data({ result: reply(), failure: `${failure}. ${message}` }, status);
    const current = await findEvaluation(viewer, id);
    const clashes = evaluationClashes(submission.value, current);
    // A form submitted twice conflicts with itself, without a difference.
    const conflict = { version: evaluationVersion(current), clashes };
    if (clashes.length) return data({ result: reply(current), failure, conflict }, 409);
  }
  await deleteSentDraft(request, viewer);
  return redirectWithToast(evaluationPath(id), SAVED);
}

/** Handles 'Use as deal score'. */
async function adoptScore(
  viewer: Viewer,
  id: number,
  form: PostedForm<(typeof DEAL_SCORE_FORM.text)[number]>,
) {
  const version = Number(form.get('version'));
  const { refused } = await attempt(() =>
    adoptHeaderScore(viewer, id, version, readSeenScore(form)),
  );
  if (refused) {
    const why = `Failed to update evaluation score. ${refused.message}`;
    return redirectWithToast(evaluationPath(id), makeToast('Error', why, true));
  }
  return redirectWithToast(
    evaluationPath(id),
    makeToast('Success', 'Evaluation score updated successfully'),
  );
}

const evaluationPath = (id: number) => `/pipeline/${id}/evaluation`;

export default function EvaluatePipeline() {
  const view = useLoaderData<typeof loader>();
  return (
    <Frame>
      <EvaluationScreen {...view} result={undefined} {...useActionData<typeof action>()} />
    </Frame>
  );
}
