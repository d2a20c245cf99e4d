import { type ActionFunctionArgs, redirect } from '@remix-run/node';
import { describeUndo } from '~/domain/operations/describe-result';
import { undoMerge } from '~/domain/operations/merge/split.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, replaceWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';

export { clientAction } from '~/ui/form/client-action';

export function loader() {
  return redirect('/dashboard');
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const form = await readForm(request, { text: ['back', 'act'] });
  const back = parseSafePath(form.get('back')) ?? '/dashboard';
  const operationId = form.get('act') ?? '';
  const { value, refused } = await catchDomainError(
    async () => (await undoMerge(viewer, operationId)) ?? undoOwnOperation(viewer, operationId),
  );
  if (refused) return replaceWithToast(back, makeToast('Not undone', refused.message, true));
  const isUndone = value.undone > 0 || value.restored.length > 0;
  return replaceWithToast(
    back,
    makeToast(isUndone ? 'Success' : 'Nothing undone', describeUndo(value), !isUndone),
  );
}
