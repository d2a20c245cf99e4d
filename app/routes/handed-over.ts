import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { dismissTransfers } from '~/domain/operations/transfer-notices.server';
import { readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, replaceWithToast } from '~/http/session/toast.server';

export function loader() {
  return redirect('/dashboard');
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['by', 'until', 'back'] });
  const until = new Date(Number(form.get('until')));
  const back = parseSafePath(form.get('back')) ?? '/dashboard';
  const dismissed =
    Number.isFinite(until.getTime()) &&
    (await dismissTransfers(viewer, form.get('by') || null, until));
  if (!dismissed) return replaceWithToast(back, makeToast('This has already been dismissed'));
  return redirect(back, { headers: { 'X-Remix-Replace': 'true' } });
}
