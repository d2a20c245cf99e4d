import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { dismissHandOvers } from '~/models/pipeline/hand-over.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { makeToast, stayWithToast } from '~/web/forms/toast.server';

export function loader() {
  return redirect('/dashboard');
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['by', 'until', 'back'] });
  const until = new Date(Number(form.get('until')));
  const back = safePath(form.get('back')) ?? '/dashboard';
  const dismissed =
    Number.isFinite(until.getTime()) &&
    (await dismissHandOvers(viewer, form.get('by') || null, until));
  if (!dismissed) return stayWithToast(back, makeToast('This has already been dismissed'));
  return redirect(back, { headers: { 'X-Remix-Replace': 'true' } });
}
