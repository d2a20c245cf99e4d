import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { readForm } from '~/http/request/form.server';
import { endSession } from '~/http/session/session.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';

export function loader() {
  return redirect('/');
}

/** Logs out without scripts (rule 1.22). */
export async function action({ request }: ActionFunctionArgs) {
  const form = await readForm(request, { text: ['from'] });
  const headers = new Headers({ 'Set-Cookie': await endSession(request) });
  return redirectWithToast(
    form.get('from') === 'admin' ? '/' : '/login',
    makeToast('Logged out', 'You have been logged out successfully'),
    headers,
  );
}
