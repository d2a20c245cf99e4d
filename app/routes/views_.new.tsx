import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { titled } from '~/components/frame/head';
import { ViewFormPage } from '~/components/list/view-form';
import { mayShareViews } from '~/models/access';
import { viewAddress } from '~/models/view/address';
import { VIEW_FORM } from '~/models/view/schema';
import { createView } from '~/models/view/store.server';
import { attempt } from '~/attempt.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { listState, readViewForm, refusedView } from '~/web/forms/views.server';

export const meta = titled('Save view');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const back = safePath(new URL(request.url).searchParams.get('back')) ?? '/dashboard';
  await listState(viewer, request, back);
  return { back, mayShare: mayShareViews(viewer) };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, VIEW_FORM);
  const state = await listState(viewer, request, form.get('back'));
  const { value: view, refused } = await attempt(async () =>
    createView(viewer, { ...readViewForm(form), ...state }),
  );
  if (refused) return refusedView(form, refused);
  return redirectWithToast(viewAddress(view), makeToast('Success', `View ${view.name} saved`));
}

export default function SaveView() {
  const { back, mayShare } = useLoaderData<typeof loader>();
  return (
    <ViewFormPage
      title="Save view"
      back={back}
      mayShare={mayShare}
      hint="A view saves the filters, sort order, row height and columns."
      button="Save view"
    />
  );
}
