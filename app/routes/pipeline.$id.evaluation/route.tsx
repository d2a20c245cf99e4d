import type {
  ActionFunctionArgs,
  LinksFunction,
  LoaderFunctionArgs,
  MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { DEAL_SCORE_FORM_FIELDS, EVALUATION_FORM_FIELDS } from '~/domain/evaluation/schema';
import styles from '~/evaluation.css?url';
import { getReturnPath } from '~/http/forms/return-path.server';
import { requireUserOrSaveSubmission } from '~/http/forms/saved-submission.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { PRODUCT_NAME } from '~/ui/layout/document-head';
import { EvaluationScreen } from './evaluation-screen';
import { adoptScore, submitEvaluation } from './form.server';
import { loadEvaluationView } from './view.server';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `${data.deal.companyName} · ` : ''}Deal Evaluation · ${PRODUCT_NAME}` },
];

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const id = parseId(params.id);
  const view = await loadEvaluationView(viewer, id, readLocale(request));
  return { ...view, back: getReturnPath(request, viewer, id, '/dashboard') };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveSubmission(request);
  const id = parseId(params.id);
  const stored = await findEvaluation(viewer, id);
  const form = await readForm(request, PAGE_FORMS);
  if (form.get('intent') === 'deal-score') return adoptScore(request, viewer, id, form);
  return submitEvaluation(request, viewer, id, { form, stored });
}

const PAGE_FORMS = {
  text: [...EVALUATION_FORM_FIELDS.text, ...DEAL_SCORE_FORM_FIELDS.text],
} as const;

export default function EvaluateDeal() {
  const view = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <EvaluationScreen {...view} result={undefined} {...useActionData<typeof action>()} />
    </AppLayout>
  );
}
