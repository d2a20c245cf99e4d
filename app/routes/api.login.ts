import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { findRequestViewer } from '~/auth.server';
import { safePath } from '~/http.server';
import { homeOf } from '~/models/access';

/** Where a browser is sent when signed out (spec §2): on to the login, keeping where it wanted to go; home when signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findRequestViewer(request);
  if (viewer) return redirect(homeOf(viewer));
  const to = safePath(new URL(request.url).searchParams.get('to'));
  return redirect(to ? `/login?${new URLSearchParams({ to })}` : '/login');
}
