import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import styles from '~/evaluation.css?url';
import { getReturnPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { useReply } from '~/ui/form/client-action';
import { AppLayout } from '~/ui/layout/app-layout';
import { PRODUCT_NAME } from '~/ui/layout/document-head';
import { EvaluationScreen } from './evaluation-screen';
import type { action } from './form.server';
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

export { action } from './form.server';

export default function EvaluateDeal() {
  const view = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <EvaluationScreen {...view} result={undefined} {...useReply<typeof action>()} />
    </AppLayout>
  );
}
