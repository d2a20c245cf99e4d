import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { canManageDeal, getHomePath } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { forbidden, notFound } from '~/errors';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { DELETE_DEAL_QUESTION } from '~/ui/deal-list/row-links';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete deal');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  if (!canManageDeal(viewer, deal)) throw forbidden();
  return {
    companyName: deal.companyName,
    back: parseSafePath(new URL(request.url).searchParams.get('back')) ?? getHomePath(viewer),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back'] });
  const back = parseSafePath(form.get('back')) ?? getHomePath(viewer);
  const id = parseId(params.id);
  const { value: deletion, refused } = await catchDomainError(() => deleteDeal(viewer, id));
  if (refused?.status === 404)
    throw notFound('Failed to delete pipeline: it has already been deleted.');
  if (refused) throw refused;
  const toast = makeToast('Success', 'Pipeline deleted successfully');
  return redirectWithToast(back, { ...toast, undo: deletion.operationId, isBrief: true });
}

export default function DeleteDeal() {
  const { companyName, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage title={`Delete ${companyName}`} back={back} button="Delete">
      <p className="mt-2">{DELETE_DEAL_QUESTION}</p>
    </ConfirmPage>
  );
}
