import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { buildSavedViewPath } from '~/address/saved-view-path';
import { getSavedView } from '~/domain/saved-view/get.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';

/** Redirects to a view whose address is too long for a link on each page. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return redirect(buildSavedViewPath(await getSavedView(viewer, parseId(params.id))));
}
