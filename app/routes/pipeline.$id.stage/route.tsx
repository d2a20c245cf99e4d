import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput, MOVE_FORM_FIELDS } from '~/domain/decision/schema';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { readBackPath } from '~/http/forms/return-path.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
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

export const action = formAction({
  fields: MOVE_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const input = parseInput(DecisionInput, readMoveForm(form));
    const { company, stage, operationId } = await moveDeal(viewer, id, input);
    const text = operationId ? `Moved to ${stage}` : `Already in ${stage}`;
    return {
      redirectTo: readBackPath(request, viewer, id),
      toast: { title: company, text, undo: operationId },
    };
  },
  onError(error, { form }) {
    if (error.status !== 400) return undefined;
    return data({ sent: readMoveForm(form), errors: error.errors ?? [] }, 400);
  },
});

function readMoveForm(form: PostedForm<(typeof MOVE_FORM_FIELDS.text)[number]>) {
  return Object.fromEntries(MOVE_FORM_FIELDS.text.map((name) => [name, form.get(name) ?? '']));
}

export default function ChangeStage() {
  const savedSubmission = useSavedSubmission();
  const { deal, back } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const [params] = useSearchParams();
  const sent = reply?.sent ?? savedSubmission ?? { stage: params.get('stage') ?? '' };
  return <StagePage deal={deal} back={back} sent={sent} errors={reply?.errors ?? []} />;
}
