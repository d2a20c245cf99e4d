import { redirect } from '@remix-run/node';
import { getStartPath } from '~/domain/saved-view/start.server';
import { endpoint } from '~/http/api/endpoint.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { findRequestViewer } from '~/http/session/guards.server';

/** Redirects to the login, keeping the requested page (rule 12.4), or home if signed in. */
export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await findRequestViewer(request);
    if (viewer) return redirect(await getStartPath(viewer));
    const to = parseSafePath(new URL(request.url).searchParams.get('to'));
    return redirect(to ? `/login?${new URLSearchParams({ to })}` : '/login');
  },
});
export const action = loader;
