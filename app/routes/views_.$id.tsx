import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { titled } from '~/components/frame/head';
import { ViewFormPage } from '~/components/list/view-form';
import { mayShareViews } from '~/models/access';
import { VIEW_FORM } from '~/models/view/schema';
import { changeView, getChangeableView } from '~/models/view/store.server';
import { attempt } from '~/attempt.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { readViewForm, refusedView } from '~/web/forms/views.server';

export const meta = titled('Rename view');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { name, isShared } = await getChangeableView(viewer, readId(params.id));
  return { name, isShared, mayShare: mayShareViews(viewer) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, VIEW_FORM);
  const { refused } = await attempt(async () => {
    const { name, isShared } = readViewForm(form);
    const changes = mayShareViews(viewer) ? { name, isShared } : { name };
    return changeView(viewer, readId(params.id), changes);
  });
  if (refused) return refusedView(form, refused);
  return redirectWithToast('/views', makeToast('Success', 'View saved'));
}

export default function RenameView() {
  const view = useLoaderData<typeof loader>();
  return <ViewFormPage title="Rename view" back="/views" button="Save" {...view} />;
}
