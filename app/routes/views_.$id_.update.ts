import { redirect } from '@remix-run/node';
import { buildSavedViewPath } from '~/address/saved-view-path';
import { updateSavedView } from '~/domain/saved-view/update.server';
import { formAction } from '~/http/forms/form-action.server';
import { readListState } from '~/http/forms/saved-view.server';
import { parseId } from '~/http/request/params.server';

export { clientAction } from '~/ui/form/client-action';

export function loader() {
  return redirect('/views');
}

export const action = formAction({
  fields: { text: ['back'] },
  async handler({ viewer, request, params, form }) {
    const { list: _, ...state } = await readListState(viewer, request, form.get('back'));
    const view = await updateSavedView(viewer, parseId(params.id), state);
    return {
      redirectTo: buildSavedViewPath(view),
      toast: { title: 'Success', text: `View ${view.name} updated` },
      replace: true,
    };
  },
});
