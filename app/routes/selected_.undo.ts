import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/web/auth.server';
import { undoBulkAct } from '~/models/pipeline/bulk-undo.server';
import { undoneText } from '~/models/selection';
import { attempt } from '~/attempt.server';
import { readForm, safePath } from '~/web/request.server';
import { dealIds, SELECTION_FIELDS } from '~/web/selection.server';
import { makeToast, stayWithToast } from '~/web/toast.server';

export function loader() {
  return redirect('/dashboard');
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, SELECTION_FIELDS);
  const back = safePath(form.get('back')) ?? '/dashboard';
  const [act = 0] = dealIds(form.getAll('id'));
  const { value, refused } = await attempt(() => undoBulkAct(viewer, act));
  if (refused) return stayWithToast(back, makeToast('Not undone', refused.message, true));
  const title = value.undone ? 'Success' : 'Nothing undone';
  return stayWithToast(back, makeToast(title, undoneText(value), !value.undone));
}
