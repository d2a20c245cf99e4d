import { redirect } from '@remix-run/node';
import { findRequestViewer } from '~/web/session/auth.server';
import { endpoint } from '~/web/api/endpoint.server';
import { safePath } from '~/web/forms/request.server';
import { startAddress } from '~/models/view/start.server';

/** Redirects to the login, keeping the requested page (rule 12.4); home if signed in. */
export const loader = endpoint({
  GET: async ({ request }) => {
    const viewer = await findRequestViewer(request);
    if (viewer) return redirect(await startAddress(viewer));
    const to = safePath(new URL(request.url).searchParams.get('to'));
    return redirect(to ? `/login?${new URLSearchParams({ to })}` : '/login');
  },
});
export const action = loader;
