import { redirect } from '@remix-run/node';
import { buildSavedViewPath } from '~/address/saved-view-path';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { formAction } from '~/http/forms/form-action.server';
import { readListState } from '~/http/forms/saved-view.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';

export { clientAction } from '~/ui/form/client-action';

export function loader() {
  return redirect('/views');
}

export const action = formAction({
  fields: { text: ['back', 'seen'] },
  async handler({ viewer, request, params, form }) {
    const { list: _, ...state } = await readListState(viewer, request, form.get('back'));
    const seen = form.get('seen') ?? undefined;
    const view = await updateSavedView(viewer, parseId(params.id), state, { seen });
    return {
      redirectTo: buildSavedViewPath(view),
      toast: { title: 'Success', text: `View ${view.name} updated` },
      replace: true,
    };
  },
  onError({ status }, { form }) {
    if (status !== 409) return undefined;
    const text = 'This view has been changed in the meantime. Update it again to replace that.';
    const toast = { title: 'Not updated', text, failed: true };
    return { redirectTo: parseSafePath(form.get('back')) ?? '/views', toast, replace: true };
  },
});
