import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { endSession } from '~/web/session/auth.server';
import { readForm } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export function loader() {
  return redirect('/');
}

/** Logout without scripts (rule 1.22). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, { text: ['from'] });
  const headers = new Headers({ 'Set-Cookie': await endSession(request) });
  return redirectWithToast(
    form.get('from') === 'admin' ? '/' : '/login',
    makeToast('Logged out', 'You have been logged out successfully'),
    headers,
  );
}
