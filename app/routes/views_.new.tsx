import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { buildSavedViewPath } from '~/address/saved-view-path';
import { canShareSavedViews } from '~/domain/access';
import { createSavedView } from '~/domain/saved-view/create.server';
import { SAVED_VIEW_FORM_FIELDS } from '~/domain/saved-view/schema';
import { formAction } from '~/http/forms/form-action.server';
import {
  parseSavedViewForm,
  readListState,
  replyWithSentView,
} from '~/http/forms/saved-view.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { createTitleMeta } from '~/ui/layout/document-head';
import { ViewFormPage } from '~/ui/saved-view/view-form';

export const meta = createTitleMeta('Save view');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const back = parseSafePath(new URL(request.url).searchParams.get('back')) ?? '/dashboard';
  await readListState(viewer, request, back);
  return { back, canShare: canShareSavedViews(viewer) };
}

export const action = formAction({
  fields: SAVED_VIEW_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, request, form }) {
    const state = await readListState(viewer, request, form.get('back'));
    const view = await createSavedView(viewer, { ...parseSavedViewForm(form), ...state });
    return {
      redirectTo: buildSavedViewPath(view),
      toast: { title: 'Success', text: `View ${view.name} saved` },
    };
  },
  onError: (error, { form }) => replyWithSentView(form, error),
});

export default function SaveView() {
  const { back, canShare } = useLoaderData<typeof loader>();
  return (
    <ViewFormPage
      title="Save view"
      back={back}
      canShare={canShare}
      hint="A view saves the filters, sort order, row height and columns."
      button="Save view"
    />
  );
}
