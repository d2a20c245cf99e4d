import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { requireUser } from '~/web/session/auth.server';
import { undoMerge } from '~/models/merge/split.server';
import { undoneText } from '~/models/selection';
import { undoOwnAct } from '~/models/undo/undo.server';
import { attempt } from '~/attempt.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { makeToast, stayWithToast } from '~/web/forms/toast.server';

export { clientAction } from '~/components/forms/unsent';

export function loader() {
  return redirect('/dashboard');
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back', 'act'] });
  const back = safePath(form.get('back')) ?? '/dashboard';
  const act = form.get('act') ?? '';
  const { value, refused } = await attempt(
    async () => (await undoMerge(viewer, act)) ?? undoOwnAct(viewer, act),
  );
  if (refused) return stayWithToast(back, makeToast('Not undone', refused.message, true));
  const isUndone = value.undone > 0 || value.restored.length > 0;
  return stayWithToast(
    back,
    makeToast(isUndone ? 'Success' : 'Nothing undone', undoneText(value), !isUndone),
  );
}
