import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { viewAddress } from '~/models/view/address';
import { getView } from '~/models/view/store.server';
import { readId } from '~/web/forms/request.server';
import { requireUser } from '~/web/session/auth.server';

/** Leads to a view whose address is too long for a link on each page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return redirect(viewAddress(await getView(viewer, readId(params.id))));
}
