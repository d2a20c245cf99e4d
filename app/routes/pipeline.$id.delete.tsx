import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { canManageDeal, getHomePath } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { forbidden, notFound } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
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

export const action = formAction({
  fields: { text: ['back'] },
  async handler({ viewer, params, form }) {
    const { operationId } = await deleteDeal(viewer, parseId(params.id));
    return {
      redirectTo: parseSafePath(form.get('back')) ?? getHomePath(viewer),
      toast: {
        title: 'Success',
        text: 'Pipeline deleted successfully',
        undo: operationId,
        isBrief: true,
      },
    };
  },
  onError(error) {
    if (error.status !== 404) return undefined;
    throw notFound('Failed to delete pipeline: it has already been deleted.');
  },
});

export default function DeleteDeal() {
  const { companyName, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage title={`Delete ${companyName}`} back={back} button="Delete">
      <p className="mt-2">{DELETE_DEAL_QUESTION}</p>
    </ConfirmPage>
  );
}
