import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { buildSavedViewPath } from '~/domain/saved-view/address';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { readListState } from '~/http/forms/saved-view.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, replaceWithToast } from '~/http/session/toast.server';

export function loader() {
  return redirect('/views');
}

/** Saves the list's current address in the view. */
export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back'] });
  const { list: _, ...state } = await readListState(viewer, request, form.get('back'));
  const view = await updateSavedView(viewer, parseId(params.id), state);
  return replaceWithToast(
    buildSavedViewPath(view),
    makeToast('Success', `View ${view.name} updated`),
  );
}
