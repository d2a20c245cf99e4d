import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getChangeableSavedView } from '~/domain/saved-view/get.server';
import { deleteSavedView } from '~/domain/saved-view/update.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete view');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { name, isShared } = await getChangeableSavedView(viewer, parseId(params.id));
  return { name, isShared };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const { name } = await deleteSavedView(viewer, parseId(params.id));
  return redirectWithToast('/views', makeToast('Success', `View ${name} deleted`));
}

export default function DeleteView() {
  const { name, isShared } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage title={`Delete view ${name}?`} back="/views" button="Delete view">
      <p className="mt-2">
        Its deals are not deleted.{isShared && ' The view is shared, so everyone will lose it.'}
      </p>
    </ConfirmPage>
  );
}
