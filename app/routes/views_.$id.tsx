import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { canShareSavedViews } from '~/domain/access';
import { hashShownValues } from '~/domain/form-conflict/shown-values.server';
import { getChangeableSavedView } from '~/domain/saved-view/get.server';
import { SAVED_VIEW_FORM_FIELDS } from '~/domain/saved-view/schema';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseSavedViewForm, replyWithSentView } from '~/http/forms/saved-view.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { createTitleMeta } from '~/ui/layout/document-head';
import { ViewFormPage } from '~/ui/saved-view/view-form';

export const meta = createTitleMeta('Rename view');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { name, isShared } = await getChangeableSavedView(viewer, parseId(params.id));
  const seen = hashShownValues({ name, isShared });
  return { name, isShared, seen, canShare: canShareSavedViews(viewer) };
}

export const action = formAction({
  fields: SAVED_VIEW_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const { name, isShared } = parseSavedViewForm(form);
    const changes = canShareSavedViews(viewer) ? { name, isShared } : { name };
    const seen = form.get('seen') ?? undefined;
    await updateSavedView(viewer, parseId(params.id), changes, { seen });
    return { redirectTo: '/views', toast: { title: 'Success', text: 'View saved' } };
  },
  async onError(error, { viewer, params, form }) {
    if (error.status !== 409) return replyWithSentView(form, error);
    const stored = await getChangeableSavedView(viewer, parseId(params.id));
    return replyWithSentView(form, error, stored);
  },
});

export default function RenameView() {
  const view = useLoaderData<typeof loader>();
  return <ViewFormPage title="Rename view" back="/views" button="Save" {...view} />;
}
