import { parseWithZod } from '@conform-to/zod/v4';
import {
  type ActionFunctionArgs,
  data,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { EvaluationScreen } from '~/components/evaluation/evaluation-screen';
import { Frame } from '~/components/frame/frame';
import { PRODUCT } from '~/components/frame/head';
import {
  adoptHeaderScore,
  findEvaluation,
  mergeEvaluation,
} from '~/models/evaluation/write.server';
import { evaluationView } from '~/screens/deal/evaluation.server';
import { attempt } from '~/attempt.server';
import {
  type PostedForm,
  readForm,
  readId,
  shownFields,
  withStored,
} from '~/web/forms/request.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import type { Viewer } from '~/models/access';
import { formValues } from '~/models/evaluation/score';
import {
  DEAL_SCORE_FORM,
  EVALUATION_FORM,
  EVALUATION_INPUTS,
  evaluationForm,
} from '~/models/evaluation/schema';
import { readScoreChange } from '~/web/forms/score.server';
import { readLocale } from '~/web/session/appearance.server';
import { fromQuery, returnPath } from '~/web/forms/list-address.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/evaluation.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.deal.companyName} · ` : ''}Deal Evaluation · ${PRODUCT}` },
];

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const view = await evaluationView(viewer, id, readLocale(request));
  return { ...view, back: returnPath(request, viewer, id, '/dashboard') };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  const stored = await findEvaluation(viewer, id);
  const form = await readForm(request, FORMS);
  if (form.get('intent') === 'deal-score') return adoptScore(request, viewer, id, form);
  return save(request, viewer, id, form, stored);
}

const FORMS = { text: [...EVALUATION_FORM.text, ...DEAL_SCORE_FORM.text] } as const;

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
  const result = withStored(submission.reply(), form, formValues(stored ?? {}));
  if (submission.status !== 'success') return data({ result, failure }, 400);
  const { value: saved, refused } = await attempt(() =>
    mergeEvaluation(viewer, id, form, submission.value, readLocale(request)),
  );
  if (refused) return data({ result, failure: `${failure}. ${refused.message}` }, refused.status);
  if (saved.conflict) return data({ result, failure, conflict: saved.conflict }, 409);
  const text = `Evaluation saved successfully${saved.alsoChanged}`;
  return leaveForm(request, viewer, here(request, viewer, id), makeToast('Success', text));
}

async function adoptScore(
  request: Request,
  viewer: Viewer,
  id: number,
  form: PostedForm<(typeof DEAL_SCORE_FORM.text)[number]>,
) {
  const version = Number(form.get('version'));
  const { refused } = await attempt(() =>
    adoptHeaderScore(viewer, id, version, readScoreChange(form)),
  );
  if (refused) {
    const why = `Failed to update evaluation score. ${refused.message}`;
    return redirectWithToast(here(request, viewer, id), makeToast('Error', why, true));
  }
  return redirectWithToast(
    here(request, viewer, id),
    makeToast('Success', 'Evaluation score updated successfully'),
  );
}

function here(request: Request, viewer: Viewer, id: number): string {
  return `/pipeline/${id}/evaluation${fromQuery(request, viewer)}`;
}

export default function EvaluatePipeline() {
  const view = useLoaderData<typeof loader>();
  return (
    <Frame>
      <EvaluationScreen {...view} result={undefined} {...useActionData<typeof action>()} />
    </Frame>
  );
}
