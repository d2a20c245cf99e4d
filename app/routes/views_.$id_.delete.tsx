import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Confirm } from '~/components/forms/confirm';
import { titled } from '~/components/frame/head';
import { deleteView, getChangeableView } from '~/models/view/store.server';
import { readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Delete view');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { name, isShared } = await getChangeableView(viewer, readId(params.id));
  return { name, isShared };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const { name } = await deleteView(viewer, readId(params.id));
  return redirectWithToast('/views', makeToast('Success', `View ${name} deleted`));
}

export default function DeleteView() {
  const { name, isShared } = useLoaderData<typeof loader>();
  return (
    <Confirm title={`Delete view ${name}?`} back="/views" button="Delete view">
      <p className="mt-2">
        Its deals are not deleted.{isShared && ' The view is shared, so everyone will lose it.'}
      </p>
    </Confirm>
  );
}
