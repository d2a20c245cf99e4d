import { redirect } from '@remix-run/node';
import { undoMerge } from '~/domain/operations/merge/split.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { describeUndo } from '~/format/operation-result';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import type { PageRedirect } from '~/http/session/toast.server';
import type { Toast } from '~/toast';

export { clientAction } from '~/ui/form/client-action';

export function loader() {
  return redirect('/dashboard');
}

export const action = formAction({
  fields: { text: ['back', 'act'] },
  async handler({ viewer, form }) {
    const operationId = form.get('act') ?? '';
    const result =
      (await undoMerge(viewer, operationId)) ?? (await undoOwnOperation(viewer, operationId));
    const isUndone = result.undone > 0 || result.restored.length > 0 || Boolean(result.inboxItems);
    const title = isUndone ? 'Success' : 'Nothing undone';
    return replaceWith(form, { title, text: describeUndo(result), failed: !isUndone });
  },
  onError: (error, { form }) =>
    replaceWith(form, { title: 'Not undone', text: error.message, failed: true }),
});

function replaceWith(form: PostedForm<'back'>, toast: Toast): PageRedirect {
  return { redirectTo: parseSafePath(form.get('back')) ?? '/dashboard', toast, replace: true };
}
