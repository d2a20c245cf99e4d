import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { viewAddress } from '~/models/view/address';
import { changeView } from '~/models/view/store.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, stayWithToast } from '~/web/forms/toast.server';
import { listState } from '~/web/forms/views.server';

export function loader() {
  return redirect('/views');
}

/** Keeps the list's address as it is now. */
export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back'] });
  const { list: _, ...state } = await listState(viewer, request, form.get('back'));
  const view = await changeView(viewer, readId(params.id), state);
  return stayWithToast(viewAddress(view), makeToast('Success', `View ${view.name} updated`));
}
