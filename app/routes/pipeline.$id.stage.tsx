import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { attempt } from '~/attempt.server';
import { MovePage } from '~/components/deal/move-page';
import { useLateForm } from '~/components/forms/late-form';
import { useReply } from '~/components/forms/unsent';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import { movePipeline } from '~/models/decision/decide.server';
import { DecisionInput, MOVE_FORM } from '~/models/decision/schema';
import { parse } from '~/refusal';
import { moveView } from '~/screens/deal/move.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { returnBack } from '~/web/forms/list-address.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast } from '~/web/forms/toast.server';
import { requireUser } from '~/web/session/auth.server';

export const links = styledBy(styles);

export const meta = titled('Move');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await moveView(viewer, readId(params.id));
  return { deal, back: returnBack(request, viewer, deal.id) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  const form = await readForm(request, MOVE_FORM);
  const sent = Object.fromEntries(MOVE_FORM.text.map((name) => [name, form.get(name) ?? '']));
  const { value, refused } = await attempt(async () =>
    movePipeline(viewer, id, parse(DecisionInput, sent)),
  );
  if (refused?.status === 400) return data({ sent, errors: refused.errors ?? [] }, 400);
  if (refused) throw refused;
  const { company, stage, actId: undo } = value;
  const text = undo ? `Moved to ${stage}` : `Already in ${stage}`;
  return leaveForm(request, viewer, returnBack(request, viewer, id), {
    ...makeToast(company, text),
    undo,
  });
}

export default function Move() {
  const late = useLateForm();
  const { deal, back } = useLoaderData<typeof loader>();
  const refused = useReply<typeof action>();
  const [params] = useSearchParams();
  const sent = refused?.sent ?? late ?? { stage: params.get('stage') ?? '' };
  return <MovePage deal={deal} back={back} sent={sent} errors={refused?.errors ?? []} />;
}
