import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getChangeableSavedView } from '~/domain/saved-view/get.server';
import { deleteSavedView } from '~/domain/saved-view/update.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Delete view');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { name, isShared } = await getChangeableSavedView(viewer, parseId(params.id));
  return { name, isShared };
}

export const action = formAction({
  async handler({ viewer, params }) {
    const { name } = await deleteSavedView(viewer, parseId(params.id));
    return { redirectTo: '/views', toast: { title: 'Success', text: `View ${name} deleted` } };
  },
});

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
