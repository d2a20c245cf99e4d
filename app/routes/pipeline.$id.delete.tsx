import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { DELETE_PIPELINE } from '~/components/list/row-links';
import { Confirm } from '~/components/forms/confirm';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import { forbidden, notFound } from '~/refusal';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { homeOf, isInCharge } from '~/models/access';
import { getPipeline } from '~/models/pipeline/write.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { deletePipeline } from '~/models/trash/delete.server';

export const meta = titled('Delete deal');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  if (!isInCharge(viewer, deal)) throw forbidden();
  return {
    companyName: deal.companyName,
    back: safePath(new URL(request.url).searchParams.get('back')) ?? homeOf(viewer),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back'] });
  const back = safePath(form.get('back')) ?? homeOf(viewer);
  const id = readId(params.id);
  const { value: deletion, refused } = await attempt(() => deletePipeline(viewer, id));
  if (refused?.status === 404)
    throw notFound('Failed to delete pipeline: it has already been deleted.');
  if (refused) throw refused;
  const toast = makeToast('Success', 'Pipeline deleted successfully');
  return redirectWithToast(back, { ...toast, undo: deletion.actId, isBrief: true });
}

export default function DeletePipeline() {
  const { companyName, back } = useLoaderData<typeof loader>();
  return (
    <Confirm title={`Delete ${companyName}`} back={back} button="Delete">
      <p className="mt-2">{DELETE_PIPELINE}</p>
    </Confirm>
  );
}
