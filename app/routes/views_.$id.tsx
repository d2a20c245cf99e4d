import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { canShareSavedViews } from '~/domain/access';
import { getChangeableSavedView } from '~/domain/saved-view/get.server';
import { SAVED_VIEW_FORM_FIELDS } from '~/domain/saved-view/schema';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { readSavedViewForm, replyWithSentView } from '~/http/forms/saved-view.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { createTitleMeta } from '~/ui/layout/document-head';
import { ViewFormPage } from '~/ui/saved-view/view-form';

export const meta = createTitleMeta('Rename view');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { name, isShared } = await getChangeableSavedView(viewer, parseId(params.id));
  return { name, isShared, canShare: canShareSavedViews(viewer) };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, SAVED_VIEW_FORM_FIELDS);
  const { refused } = await catchDomainError(async () => {
    const { name, isShared } = readSavedViewForm(form);
    const changes = canShareSavedViews(viewer) ? { name, isShared } : { name };
    return updateSavedView(viewer, parseId(params.id), changes);
  });
  if (refused) return replyWithSentView(form, refused);
  return redirectWithToast('/views', makeToast('Success', 'View saved'));
}

export default function RenameView() {
  const view = useLoaderData<typeof loader>();
  return <ViewFormPage title="Rename view" back="/views" button="Save" {...view} />;
}
