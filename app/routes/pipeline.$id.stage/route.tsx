import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput, MOVE_FORM_FIELDS } from '~/domain/decision/schema';
import { parseInput } from '~/errors';
import { readBackPath } from '~/http/forms/return-path.server';
import {
  redirectAfterSave,
  requireUserOrSaveSubmission,
} from '~/http/forms/saved-submission.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import styles from '~/styles/forms.css?url';
import { useReply } from '~/ui/form/client-action';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { StagePage } from './stage-page';
import { loadStageView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Move');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await loadStageView(viewer, parseId(params.id));
  return { deal, back: readBackPath(request, viewer, deal.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveSubmission(request);
  const id = parseId(params.id);
  const form = await readForm(request, MOVE_FORM_FIELDS);
  const sent = Object.fromEntries(
    MOVE_FORM_FIELDS.text.map((name) => [name, form.get(name) ?? '']),
  );
  const { value, refused } = await catchDomainError(async () =>
    moveDeal(viewer, id, parseInput(DecisionInput, sent)),
  );
  if (refused?.status === 400) return data({ sent, errors: refused.errors ?? [] }, 400);
  if (refused) throw refused;
  const { company, stage, operationId } = value;
  const text = operationId ? `Moved to ${stage}` : `Already in ${stage}`;
  return redirectAfterSave(request, viewer, readBackPath(request, viewer, id), {
    ...makeToast(company, text),
    undo: operationId,
  });
}

export default function ChangeStage() {
  const savedSubmission = useSavedSubmission();
  const { deal, back } = useLoaderData<typeof loader>();
  const refused = useReply<typeof action>();
  const [params] = useSearchParams();
  const sent = refused?.sent ?? savedSubmission ?? { stage: params.get('stage') ?? '' };
  return <StagePage deal={deal} back={back} sent={sent} errors={refused?.errors ?? []} />;
}
